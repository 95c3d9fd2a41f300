import { bookingPage } from './bookingPage';
import { credentialDialogs } from './credentialDialogs';
import { forms } from './forms';
import { arrive, leave } from './person';
import { platform } from './platform';
import { platformTrigger } from './platformTrigger';
import { firstBooking } from './firstBooking';

/** One person's first hour with the package, in the order in which it goes. */
jest.setTimeout(180_000);

beforeAll(arrive);
afterAll(leave);

firstBooking();
platformTrigger();
platform();
bookingPage();
forms();
credentialDialogs();
