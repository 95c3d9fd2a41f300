import { onHighLevel } from './nodeOnPlatform';
import { recorded } from '../../support/recorded';
import { HIGH_LEVEL_RUNS, RUNS } from '../../support/operationRuns';
import { failed } from '../platformApi/fakePlatform';

/* Each refusal that the live service was seen to send, at each operation: whichever request it answers. */

interface Refusal {
	status: number;
	/** A list of words where several fields are wrong. */
	message?: string | string[];
	error?: string;
	meta?: object;
	/** A body that is no JSON. */
	text?: string;
	/** Where it was seen, if that says more than the words. */
	_path?: string;
	_when?: string;
}

/** Those of the token endpoint are met by n8n, on the way to a credential. */
const refusals = recorded<Refusal[]>('refusals').filter(({ _path }) => _path !== '/oauth/token');

function bodyOf({ status, text, message, error, meta }: Refusal): unknown {
	return text ?? { statusCode: status, message, error, meta };
}

const wordsOf = ({ message, text }: Refusal): string => [message ?? text ?? ''].flat()[0];

/** These send nothing that the platform of these tests could refuse. */
const WITHOUT_REQUEST = ['accessToken.get', 'installedLocation.getAll', 'location.get'];

const runs = Object.entries({ ...RUNS.platform, ...HIGH_LEVEL_RUNS }).filter(
	([name]) => !WITHOUT_REQUEST.includes(name),
);

/** What each operation says, where the platform refuses all that it is asked for. */
async function saidBy(refusal: Refusal): Promise<Map<string, string>> {
	const said = new Map<string, string>();
	for (const [name, [parameters]] of runs) {
		const respond = () => failed(refusal.status, bodyOf(refusal));
		const { told } = await onHighLevel(name, parameters, respond);
		said.set(name, told);
	}
	return said;
}

describe.each(refusals.map((refusal) => ({ refusal, words: wordsOf(refusal) })))(
	'$words',
	({ refusal, words }) => {
		let said: Map<string, string>;
		beforeAll(async () => {
			said = await saidBy(refusal);
		});
		/** One line for each operation that does not say what it should. */
		const adviceFor = (isWrong: (told: string) => boolean, whatToDo: string) =>
			[...said]
				.filter(([, told]) => isWrong(told))
				.map(([name, told]) => `${whatToDo} (at ${name}, which says: ${told})`);

		it('is told in its own words by each operation', () => {
			const advice = adviceFor(
				(told) => !told.includes(words),
				"Pass the platform's own words on: rewordError or withPlatformText of nodes/platformApi/errors.ts do",
			);
			expect(advice).toEqual([]);
		});

		it('ends in no advice that names nothing, and is no refusal of an unknown kind', () => {
			const advice = adviceFor(
				(told) =>
					told.includes('Check the fields') || told.includes('did not accept the request (status'),
				`Add a row for "${words}" to nodes/platformApi/failureTable.ts`,
			);
			expect(advice).toEqual([]);
		});
	},
);
