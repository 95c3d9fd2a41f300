import { act } from './platform';
import { useSandbox } from '../../support/useSandbox';

/* What n8n's 'Always Output Data' makes of a list that brings nothing, which the hint of the nodes relies on. */

const sandbox = useSandbox({ profile: 'highLevel' });

/** Looks for a contact of each address. */
const find = async (...emails: string[]) =>
	await act(
		sandbox,
		'contact.getAll',
		{ query: '={{ $json.email }}' },
		{ items: emails.map((email) => ({ email })), node: { alwaysOutputData: true } },
	);

it("adds one empty item where nothing is found for the only item, so that a branch on 'is there one?' runs", async () => {
	const { json } = await find('nobody@example.com');

	expect(json).toEqual([{}]);
});

it('adds none where another item has found something: only a loop gives each item one', async () => {
	const { json } = await find('ada@example.com', 'nobody@example.com');

	expect(json).toMatchObject([{ email: 'ada@example.com' }]);
	expect(json).toHaveLength(1);
});
