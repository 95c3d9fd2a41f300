import { platform } from './fakePlatform';
import { listConversations, listMessages } from '../../../nodes/platformApi/conversations';

const highLevel = (...responses: unknown[]) =>
	platform({ credential: { api: 'highLevel', platformUrl: '' }, responses });

const MINE = { id: 'mine', locationId: 'loc-1' };
const OF_OTHER_LOCATION = { id: 'other', locationId: 'loc-2' };

it('conversations of another location are left out', async () => {
	const conversations = [MINE, OF_OTHER_LOCATION];
	const { client } = highLevel({ conversations, total: 2 });

	const { records } = await listConversations(client, { locationId: 'loc-1' });

	expect(records).toEqual([MINE]);
});

it('messages of another location are left out, and no more are asked for than are wanted', async () => {
	const messages = { messages: [MINE, OF_OTHER_LOCATION], nextPage: false };
	const { client, sent } = highLevel({ messages });

	const { records } = await listMessages(client, 'c-1', { locationId: 'loc-1', max: 5 });

	expect(records).toEqual([MINE]);
	expect(sent[0].qs).toMatchObject({ limit: 5 });
});
