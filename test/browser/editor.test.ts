import { bookingPage } from './bookingPage';
import { examples } from './examples';
import { knowledge } from './knowledge';
import { nodeCreator } from './nodeCreator';
import { arrive, leave } from './person';
import { platform } from './platform';
import { platformTrigger } from './platformTrigger';

/** One person's first hour with the package, in the order in which it goes. */
jest.setTimeout(180_000);

beforeAll(arrive);
afterAll(leave);

nodeCreator();
platformTrigger();
knowledge();
platform();
examples();
bookingPage();
