import { lookUp } from './knowledge';
import { createSandbox, type Sandbox } from '../../../sandbox/createSandbox';
import { defaultSeed } from '../../../sandbox/seed';
import { CredentialStore } from '../../support/credentialStore';

const { features } = defaultSeed.knowledge;

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await createSandbox();
});
afterEach(async () => {
	expect(sandbox.control.violations()).toEqual([]);
	await sandbox.reset();
});
afterAll(async () => await sandbox.close());

const BY_ITEM = { slug: '={{ $json.slug }}' };
const many = (count: number, slug: (index: number) => string) =>
	Array.from({ length: count }, (_, index) => ({ slug: slug(index) }));

class CountedReads extends CredentialStore {
	reads = 0;

	override async getDecrypted(...details: Parameters<CredentialStore['getDecrypted']>) {
		this.reads += 1;
		return await super.getDecrypted(...details);
	}
}

const mostInFlight = () => Math.max(...sandbox.control.requests().map(({ inFlight }) => inFlight));

describe('several input items', () => {
	it('come out in order, each paired, whatever is answered first', async () => {
		sandbox.control.addFault({ path: `/v1/features/${features[0].slug}`, delayMs: 60 });
		const items = features.slice(0, 6).map(({ slug }) => ({ slug }));
		const result = await lookUp(sandbox, 'feature.get', BY_ITEM, { items });
		expect(result.json.map(({ slug }) => slug)).toEqual(items.map(({ slug }) => slug));
		expect(result.items.map(({ pairedItem }) => pairedItem)).toEqual(
			items.map((_, item) => ({ item })),
		);
	});

	it('have ten requests in flight by default', async () => {
		sandbox.control.setLatency(120);
		await lookUp(sandbox, 'recipe.search', { query: '={{ $json.slug }}' }, {
			items: many(30, (index) => `word${index}`),
		});
		expect(sandbox.control.requests()).toHaveLength(30);
		expect(mostInFlight()).toBe(10);
	});

	it.each([[1], [3]])('never have more than %i in flight when so configured', async (count) => {
		sandbox.control.setLatency(40);
		const parameters = { query: '={{ $json.slug }}', options: { concurrentRequests: count } };
		const items = many(12, (index) => `word${index}`);
		await lookUp(sandbox, 'recipe.search', parameters, { items });
		expect(mostInFlight()).toBe(count);
	});

	it('share one read of the credential, and each sends its header', async () => {
		const store = new CountedReads({
			knowledgeApi: { baseUrl: sandbox.url, headerName: 'X-Key', headerValue: 'k-1' },
		});
		const items = many(12, (index) => `word${index}`);
		const parameters = { query: '={{ $json.slug }}' };
		const { error } = await lookUp(sandbox, 'recipe.search', parameters, { items, store });
		expect(error).toBeUndefined();
		expect(store.reads).toBe(1);
		const keys = sandbox.control.requests().map(({ headers }) => headers['x-key']);
		expect(keys).toEqual(items.map(() => 'k-1'));
	});
});

describe('the same look-up', () => {
	it('of many items is sent once a run', async () => {
		const slugs = features.slice(0, 5).map(({ slug }) => slug);
		const items = many(100, (index) => slugs[index % 5]);
		const { json } = await lookUp(sandbox, 'feature.get', BY_ITEM, { items });
		expect(json.map(({ slug }) => slug)).toEqual(items.map(({ slug }) => slug));
		expect(sandbox.control.requests()).toHaveLength(5);
	});

	it('that fails is sent once too, and fails each item that asked', async () => {
		const { json } = await lookUp(sandbox, 'feature.get', BY_ITEM, {
			items: many(3, () => 'none'),
			node: { onError: 'continueRegularOutput' },
		});
		expect(json.map(({ error }) => error)).toEqual(
			[0, 1, 2].map((item) => `No feature found for slug 'none' [Item ${item}]`),
		);
		expect(sandbox.control.requests()).toHaveLength(1);
	});

	it('is sent again in the next run', async () => {
		const [{ slug }] = features;
		await lookUp(sandbox, 'feature.get', { slug });
		await lookUp(sandbox, 'feature.get', { slug });
		expect(sandbox.control.requests()).toHaveLength(2);
	});
});

describe('an item that fails', () => {
	const items = [{ slug: features[0].slug }, { slug: 'none' }, { slug: features[1].slug }];

	it('ends the run, named by its index', async () => {
		const { error } = await lookUp(sandbox, 'feature.get', BY_ITEM, { items });
		expect(error).toMatchObject({
			message: `No feature found for slug 'none' [Item 1]`,
			context: { itemIndex: 1 },
		});
	});

	it('goes to the error output, where the node has one', async () => {
		const { outputs } = await lookUp(sandbox, 'feature.get', BY_ITEM, {
			items,
			node: { onError: 'continueErrorOutput' },
		});
		const [found, failed] = outputs;
		expect(found.map(({ json }) => json.slug)).toEqual([features[0].slug, features[1].slug]);
		expect(failed).toMatchObject([
			{
				json: {
					error: `No feature found for slug 'none' [Item 1]`,
					message: expect.stringContaining('Check the spelling'),
				},
				pairedItem: { item: 1 },
			},
		]);
	});
});
