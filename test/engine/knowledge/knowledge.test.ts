import { lookUp } from './knowledge';
import { defaultSeed } from '../../../sandbox/seed';
import { CredentialStore } from '../../support/credentialStore';
import { useSandbox } from '../../support/useSandbox';

const SECRET = 'k-3f9a7c';
const [feature] = defaultSeed.knowledge.features;

const sandbox = useSandbox();

const sent = () => sandbox.control.requests();

const get = async (credential: Record<string, string> = {}) =>
	await lookUp(sandbox, 'feature.get', { slug: feature.slug }, { credential });

const TYPED = 'what? a&b=c #1 +50% ü';

it('sends what was typed', async () => {
	await lookUp(sandbox, 'recipe.search', { query: ` ${TYPED}` });
	expect(sent()).toMatchObject([{ path: '/v1/recipes/search', query: { q: TYPED, limit: '10' } }]);
});

it('many items share one read of the credential, each sends its header, and ten at most are in flight', async () => {
	sandbox.control.addFault({ times: 'always', delayMs: 100 });
	const items = Array.from({ length: 30 }, (_, index) => ({ query: `word${index}` }));
	const knowledgeApi = { baseUrl: sandbox.url, headerName: 'X-Key', headerValue: 'k-1' };
	const store = new CredentialStore({ knowledgeApi });
	const read = jest.spyOn(store, 'getDecrypted');
	await lookUp(sandbox, 'recipe.search', { query: '={{ $json.query }}' }, { items, store });
	expect(read).toHaveBeenCalledTimes(1);
	expect(sent().map(({ headers }) => headers['x-key'])).toEqual(Array(30).fill('k-1'));
	expect(Math.max(...sent().map(({ inFlight }) => inFlight))).toBeLessThanOrEqual(10);
});

it('a host that does not exist is named', async () => {
	const { error } = await get({ baseUrl: 'http://knowledge.invalid/' });
	expect(error?.message).toEqual(expect.stringMatching(/^The knowledge API at knowledge.invalid could not be reached \(.*E[A-Z_]+\) \[Item 0\]$/));
});

it('the key is not in what n8n stores of a failure', async () => {
	sandbox.control.addFault({ status: 401, times: 'always', body: { message: `Unknown key ${SECRET}` } });
	const { run, error } = await get({ headerName: 'X-API-Key', headerValue: `Bearer ${SECRET}` });
	expect(error?.description).toContain('says: "Unknown key [hidden]"');
	expect(JSON.stringify([run, { ...error, cause: error?.cause }])).not.toContain(SECRET);
});

it('a lookup is sent again after a lost connection', async () => {
	sandbox.control.addFault({ drop: 'beforeProcessing' });
	expect((await get()).json).toEqual([feature]);
	expect(sent()).toHaveLength(2);
});
