import { lookUp } from './knowledge';
import { defaultSeed } from '../../../sandbox/seed';
import { useSandbox } from '../../support/useSandbox';

const SECRET = 'k-3f9a7c';
const [feature] = defaultSeed.knowledge.features;

const sandbox = useSandbox();

const sent = () => sandbox.control.requests();

const get = async (credential?: Record<string, string>) => await lookUp(sandbox, 'feature.get', { slug: feature.slug }, credential);

it('sends what was typed', async () => {
	const q = 'what? a&b=c #1 +50% ü';
	await lookUp(sandbox, 'recipe.search', { query: ` ${q}` });
	expect(sent()).toMatchObject([{ path: '/v1/recipes/search', query: { q, limit: '10' } }]);
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
