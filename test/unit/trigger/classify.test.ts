import { DELIVERIES } from '../../../nodes/platformApi/deliveries';
import { classify } from '../../../nodes/PlatformTrigger/receive/classify';
import { readSettings } from '../../../nodes/PlatformTrigger/triggerFields';
import { fakeTrigger } from './fakeTrigger';

const HIGH_LEVEL = { form: 'highLevel' } as const;

const event = (fields: object) => JSON.stringify({ type: 'ContactCreate', ...fields });

/** An event of so many levels. */
const nested = (open: string, levels: number, close: string) =>
	`{"type":"ContactCreate","quotes":"\\"[{[{\\\\","next":[[],{}],"a":${open.repeat(levels - 1)}1${close.repeat(levels - 1)}}`;

describe('a delivery', () => {
	const url = 'https://n8n.example.com/webhook/x/webhook';

	interface Given {
		registration?: string;
		form?: keyof typeof DELIVERIES;
		locationIds?: string[];
		acceptOtherLocations?: boolean;
		registered?: string[];
	}

	/** A trigger for ContactCreate and app.deleted, whose credentials belong to loc-1, whatever static data say. */
	function classifyBy(body: string | Buffer, given: Given = {}) {
		const { registration = 'automatic', form = 'contract', locationIds = ['loc-1'] } = given;
		const { acceptOtherLocations = false, registered = [url] } = given;
		const registrations = registered.map((address) => ({ url: address }));
		const { context, lines, id } = fakeTrigger(
			{
				registration,
				events: ['ContactCreate', 'app.deleted'],
				settings: { acceptOtherLocations },
			},
			{
				getNodeWebhookUrl: () => url,
				getWorkflowStaticData: () => ({ [`platformTrigger:${id}`]: { registrations } }),
			},
		);
		const delivery = { rawBody: Buffer.from(body as string), form: DELIVERIES[form], locationIds };
		const again = () => classify(context, delivery as never, readSettings(context));
		return { result: again(), lines, again };
	}

	it.each([
		['of its location', event({ locationId: 'loc-1' }), {}],
		[
			'of another location, when these are accepted',
			event({ locationId: 'loc-2' }),
			{ acceptOtherLocations: true },
		],
		[
			'of any location, when somebody else registered',
			event({ locationId: 'loc-2' }),
			{ registration: 'manual', locationIds: [], registered: ['https://old.example.com'] },
		],
		[
			"of one of the key's locations",
			event({ locationId: 'loc-2' }),
			{ locationIds: ['loc-3', 'loc-2'] },
		],
		['of no location, by the contract', event({}), { locationIds: ['loc-3'] }],
		['of its location, from HighLevel', event({ locationId: 'loc-1' }), HIGH_LEVEL],
		[
			'of a location under its other name',
			event({ altType: 'location', altId: 'loc-2' }),
			{ ...HIGH_LEVEL, locationIds: ['loc-2'] },
		],
		[
			'of another location, from HighLevel, when these are accepted',
			event({ locationId: 'loc-2' }),
			{ ...HIGH_LEVEL, acceptOtherLocations: true },
		],
		[
			'of no location, from HighLevel, when all are accepted',
			event({}),
			{ ...HIGH_LEVEL, locationIds: [], acceptOtherLocations: true },
		],
	])('is wanted for an event %s', (_what, body, given) => {
		const { result, lines } = classifyBy(body, given);
		expect(result).toEqual({ payload: JSON.parse(body) });
		expect(lines).toEqual([]);
	});

	it.each<[string, string, string, string, Given?]>([
		[
			'of another location',
			event({ locationId: 'loc-2' }),
			'Other location',
			"names a location other than 'loc-1'",
		],
		[
			'that is not selected',
			'{"type":"ContactDelete"}',
			'Not selected',
			'The event "ContactDelete" is signed, but not selected',
		],
		[
			'that HighLevel alone sends, in the contract',
			'{"type":"UNINSTALL"}',
			'Not selected',
			'"UNINSTALL"',
		],
		[
			'of a type that would fill a log',
			`{"type":"a\\n${'b'.repeat(100_000)}"}`,
			'Not selected',
			`The event "a\\n${'b'.repeat(58)}" is`,
		],
		[
			"of a location that is not its key's",
			event({ locationId: 'loc-1' }),
			'Other location',
			"other than 'loc-2', 'loc-3'",
			{ locationIds: ['loc-2', 'loc-3'] },
		],
		[
			'of another location, from HighLevel',
			event({ locationId: 'loc-2' }),
			'Other location',
			"other than 'loc-1'",
			HIGH_LEVEL,
		],
		[
			'of something else under the other name',
			event({ altType: 'company', altId: 'loc-1' }),
			'Other location',
			'names no location',
			HIGH_LEVEL,
		],
		[
			'of no location, from HighLevel',
			event({ locationId: ' ' }),
			'Other location',
			'names no location',
			HIGH_LEVEL,
		],
		...[
			'null',
			'5',
			'"ContactCreate"',
			'[{"type":"X"}]',
			'{"type":""}',
			'{"type":5}',
			'{"Type":"X"}',
		].map((body): [string, string, string, string] => [
			`that is ${body}`,
			body,
			'No event type',
			"names no event type in 'type'",
		]),
	])('is accepted, but starts nothing for an event %s', (_what, body, told, text, given = {}) => {
		const { result } = classifyBy(body, given);
		expect(result).toMatchObject({
			status: 200,
			responseText: told,
			text: expect.stringContaining(text) as string,
		});
	});

	it('is to come again later where HighLevel signs for everybody and no location is known', () => {
		const given = { ...HIGH_LEVEL, locationIds: [] };
		for (const fields of [{ locationId: 'loc-1' }, {}]) {
			const { result } = classifyBy(event(fields), given);
			expect(result).toMatchObject({
				status: 429,
				text: expect.stringContaining("Enter 'Location IDs'") as string,
			});
		}
	});

	it.each([
		// Not altered into a character that stands for what is no UTF-8.
		[
			Buffer.concat([Buffer.from('{"type":"'), Buffer.from([0xff]), Buffer.from('"}')]),
			'is not JSON',
		],
		[nested('[', 1_001, ']'), 'deeper than 1000 levels'],
		[nested('{"a":', 1_001, '}'), 'deeper than 1000 levels'],
		['['.repeat(2_000_000), 'deeper than 1000 levels'],
	])('is refused when its body is no event (%#)', (body, text) => {
		const { result } = classifyBy(body);
		expect(result).toMatchObject({ status: 400, text: expect.stringContaining(text) as string });
	});

	it.each([
		['of 1,000 levels of lists', nested('[', 1_000, ']')],
		['of 1,000 levels of objects', nested('{"a":', 1_000, '}')],
		[
			'with brackets in texts, and many that are closed',
			event({ text: '[{"'.repeat(2_000), list: Array(2_000).fill([{}]) }),
		],
		['behind a byte order mark', `\uFEFF${event({})}`],
		['with two types, the last one selected', '{"type":"x","type":"ContactCreate"}'],
		[
			'with a key __proto__',
			'{"__proto__":{"type":"x","locationId":"loc-2"},"type":"ContactCreate"}',
		],
		['with a lone surrogate', '{"type":"ContactCreate","a":"\\ud800"}'],
		['with other types of a location', event({ locationId: ['loc-2'], contact: { ä: ['✓'] } })],
	])('is wanted %s, as it is', (_what, body) => {
		const { result } = classifyBy(body);
		expect(result).toEqual({ payload: JSON.parse(body.replace('\uFEFF', '')) as unknown });
	});

	it('is to come again later while the location that registers events is not known, unless it names none', () => {
		const known = { locationIds: [] };
		const { result } = classifyBy(event({ locationId: 'loc-1' }), known);
		expect(result).toMatchObject({
			status: 429,
			text: expect.stringContaining('could not be read, or belongs to no location') as string,
		});
		expect(classifyBy(event({}), known).result).toMatchObject({ payload: {} });
	});

	it('says once that it arrived at another address than the registered one', () => {
		const { result, lines, again } = classifyBy(event({}), {
			registered: ['https://old.example.com', 'https://older.example.com'],
		});
		expect(result).toMatchObject({ payload: {} });
		jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 86_400_000);
		again();
		expect(lines).toEqual([
			expect.stringMatching(
				/address is https:\/\/n8n\.example\.com.* registered for https:\/\/old\.example\.com, https:\/\/older\.example\.com\. Unpublish/,
			),
		]);
		const others = [[], ['https://old.example.com', url]].map((registered) =>
			classifyBy(event({}), { registered }),
		);
		expect(others.flatMap((each) => each.lines)).toEqual([]);
	});
});
