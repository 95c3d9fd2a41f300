import { platform } from './fakePlatform';
import { listConversations, listMessages } from '../../../nodes/platformApi/conversations';

const highLevel = (...responses: unknown[]) =>
	platform({ credential: { api: 'highLevel', platformUrl: '' }, responses });

const MINE = { id: 'mine', locationId: 'loc-1' };
const OF_OTHER_LOCATION = { id: 'other', locationId: 'loc-2' };

it('of messages, as many are put out as are wanted, and it is known that there are more', async () => {
	const messages = [{ id: 'msg-3' }, { id: 'msg-2' }];
	const { client } = highLevel({ messages: { messages, nextPage: true } });

	const listing = await listMessages(client, 'c-1', { locationId: 'loc-1', max: 1 });

	// The platform names no number.
	expect(listing).toEqual({ records: [{ id: 'msg-3' }], hidden: Infinity, isEnd: false });
});

it('of conversations, as many are put out as are wanted', async () => {
	const conversations = [{ id: 'c-1' }, { id: 'c-2' }];
	const { client } = highLevel({ conversations, total: 5 });

	const listing = await listConversations(client, { locationId: 'loc-1' }, 1);

	expect(listing).toEqual({ records: [{ id: 'c-1' }], hidden: 4, isEnd: false });
});

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
