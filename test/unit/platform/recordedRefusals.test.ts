import { onHighLevel } from './nodeOnPlatform';
import { bodyOf, type Refusal, REFUSALS, wordsOf } from '../../support/recordedRefusals';
import { HIGH_LEVEL_RUNS, RUNS } from '../../support/operationRuns';
import { failed } from '../platformApi/fakePlatform';

/* Each refusal that the live service was seen to send, at each operation: whichever request it answers. */

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

describe.each(REFUSALS.map((refusal) => ({ refusal, words: wordsOf(refusal) })))(
	'$words',
	({ refusal, words }) => {
		let said: Map<string, string>;
		beforeAll(async () => {
			said = await saidBy(refusal);
		});
		/** What to do, once, with the first of the operations that do not say what they should. */
		function adviceFor(isWrong: (told: string) => boolean, whatToDo: string): string[] {
			const wrong = [...said].filter(([, told]) => isWrong(told));
			if (wrong.length === 0) return [];
			const [name, told] = wrong[0];
			return [`${whatToDo} (at ${wrong.length} operations; ${name} says: ${told})`];
		}

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
				`"${words}" needs a row in OF_RECORDS of nodes/platformApi/failureTable.ts, whose words and status fit it`,
			);
			expect(advice).toEqual([]);
		});
	},
);
