import { lookUp, type LookUpRun } from './knowledge';
import { createSandbox, type Sandbox } from '../../../sandbox/createSandbox';
import { withoutViolationJournal } from '../../../sandbox/http/violationJournal';
import { defaultSeed } from '../../../sandbox/seed';

const [feature] = defaultSeed.knowledge.features;
const SECRET = 'k-3f9a7c';

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await createSandbox();
});
afterEach(async () => await sandbox.reset());
afterAll(async () => await sandbox.close());

const sentCount = () => sandbox.control.requests().length;

/** The failure of a look-up, after making sure that nothing of it gives a secret away. */
async function failureOf(
	run: LookUpRun = {},
	name: 'feature.get' | 'useCase.getAll' = 'feature.get',
) {
	const credential = { headerName: 'X-API-Key', headerValue: SECRET, ...run.credential };
	const parameters = name === 'feature.get' ? { slug: feature.slug } : {};
	const result = await lookUp(sandbox, name, parameters, { ...run, credential });
	if (!result.error) throw new Error('The look-up did not fail');
	expect(JSON.stringify(result.run)).not.toContain(SECRET);
	expect(JSON.stringify(causesOf(result.error))).not.toContain(SECRET);
	return result.error;
}

function causesOf(error: unknown): unknown[] {
	if (!(error instanceof Error)) return [];
	return [{ ...error, message: error.message }, ...causesOf(error.cause)];
}

describe('a wrong base URL is told as such', () => {
	it('where nothing listens, or the host does not exist', async () => {
		const gone = await createSandbox();
		await gone.close();
		// Together, because each waits for its repetitions.
		const [refused, unknown] = await Promise.all(
			[gone.url, 'http://knowledge.invalid/'].map(
				async (baseUrl) => await failureOf({ credential: { baseUrl } }),
			),
		);
		expect(refused.message).toBe(`Nothing responds at ${gone.url} [Item 0]`);
		expect(unknown.message).toBe('The host knowledge.invalid was not found [Item 0]');
		for (const { description } of [refused, unknown]) {
			expect(description).toContain("Check 'Base URL' in the credential");
		}
	});

	it('where a web page answers', async () => {
		sandbox.control.addFault({
			status: 200,
			headers: { 'content-type': 'text/html' },
			body: '<!doctype html><title>Sign in</title>',
		});
		const error = await failureOf();
		expect(error.message).toBe(`${sandbox.url} did not respond with JSON [Item 0]`);
		expect(error.description).toContain("Check 'Base URL' in the credential");
	});

	it('where the path is not known', async () => {
		const baseUrl = `${sandbox.url}/v1`;
		const error = await withoutViolationJournal(
			async () => await failureOf({ credential: { baseUrl } }, 'useCase.getAll'),
		);
		expect(error.message).toBe(`There is nothing at ${baseUrl}/v1/use-cases [Item 0]`);
		expect(error.description).toContain('before /v1');
	});

	it('where the answer leads elsewhere, to which the header is not sent', async () => {
		const other = await createSandbox();
		const location = `${other.url}/v1/features/${feature.slug}`;
		sandbox.control.addFault({ status: 302, headers: { location } });
		const error = await failureOf();
		expect(error.message).toBe(
			`${sandbox.url} redirects to another address (HTTP 302) [Item 0]`,
		);
		expect(other.control.requests()).toEqual([]);
		await other.close();
	});
});

describe('the header of the credential', () => {
	const send = async (credential: Record<string, string>) =>
		await lookUp(sandbox, 'feature.get', { slug: feature.slug }, { credential });

	it('is sent where it is given', async () => {
		sandbox.control.setProfile({ knowledgeHeader: { name: 'X-API-Key', value: SECRET } });
		const { json } = await send({ headerName: ' X-API-Key ', headerValue: ` ${SECRET} ` });
		expect(json).toEqual([feature]);
	});

	it('is left out where it is not', async () => {
		await send({});
		expect(Object.keys(sandbox.control.requests()[0].headers)).not.toContain('');
		expect(sandbox.control.requests()[0].headers).not.toHaveProperty('authorization');
	});

	it('is not repeated where the API repeats it', async () => {
		const body = { message: `Unknown key ${SECRET}` };
		sandbox.control.addFault({ status: 401, times: 'always', body });
		const error = await failureOf();
		expect(error.description).toContain('The API says: Unknown key [hidden]');
		const bearer = await failureOf({ credential: { headerValue: `Bearer ${SECRET}` } });
		expect(bearer.description).toContain('The API says: Unknown key [hidden]');
	});

	it.each([401, 403])('is named when the API answers %i', async (status) => {
		sandbox.control.addFault({ status, times: 2, body: { message: 'Who are you?' } });
		const error = await failureOf();
		expect(error.message).toBe(
			`The knowledge API refused the credential (HTTP ${status}) [Item 0]`,
		);
		expect(error.description).toContain("Check 'Header Name' and 'Header Value'");
		expect(error.description).toContain('The API says: Who are you?');
	});
});

describe('a passing failure is waited out', () => {
	it.each([
		['503', { status: 503 }],
		['a lost connection', { drop: 'beforeProcessing' as const }],
		['429 with Retry-After', { status: 429, headers: { 'retry-after': '1' } }],
	])('after %s', async (_, fault) => {
		sandbox.control.addFault(fault);
		const { json, error } = await lookUp(sandbox, 'feature.get', { slug: feature.slug });
		expect(error).toBeUndefined();
		expect(json).toEqual([feature]);
		expect(sentCount()).toBe(2);
	});

	it('but not for ever', async () => {
		sandbox.control.addFault({ status: 503, times: 'always', body: { error: 'Maintenance' } });
		const error = await failureOf();
		expect(error).toMatchObject({
			message: 'The knowledge API could not respond (HTTP 503) [Item 0]',
			httpCode: '503',
		});
		expect(error.description).toContain('The API says: Maintenance');
		expect(sentCount()).toBe(4);
	});
});
