import { compared, perSecond, type Line } from './report';
import type { Scale } from './scale';
import { alternate, type Rounds } from './support/alternate';
import { packEmptyTrigger } from './support/emptyTrigger';
import { CONNECTIONS, load } from './support/load';
import { medianOf } from './support/spread';
import { startTriggers } from './support/triggers';

const ACCEPTED = 200;
const REJECTED = 401;

/** n8n's settings for its expression engine, which cost more than everything else that is measured. */
const SETTINGS = {
	default: {},
	lazy: { N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true' },
	tuned: { N8N_EXPRESSION_ENGINE: 'legacy' },
} as const satisfies Record<string, Record<string, string>>;

type Setting = keyof typeof SETTINGS;

/** About what an otherwise idle machine of two cores answers in a second: makes turns equally long. */
const RATES: Record<Setting, { accepted: number; rejected: number }> = {
	default: { accepted: 20, rejected: 25 },
	lazy: { accepted: 30, rejected: 25 },
	tuned: { accepted: 90, rejected: 550 },
};

/**
 * Short answers scatter more, so they get more rounds; those of the lazy engine are only shown, and
 * compared with nothing.
 */
const MANY_ROUNDS: Record<Setting, number> = { default: 1, lazy: 0.3, tuned: 1.5 };

type Name =
	| 'ours'
	| 'oursRepeating'
	| 'empty'
	| 'diligent'
	| 'builtIn'
	| 'ourRejections'
	| 'emptyRejections'
	| 'diligentRejections';
type Measured = Rounds<Name>;

/** Answers a second of one n8n, each trigger in turn. */
async function measure(tarball: string, setting: Setting, scale: Scale): Promise<Measured> {
	const triggers = await startTriggers(tarball, SETTINGS[setting]);
	const { accepted, rejected } = RATES[setting];
	const turn = (url: string, expected: number, rate: number) => async () => {
		const amount = Math.ceil((scale.n8nTurnSeconds * rate) / CONNECTIONS) * CONNECTIONS;
		const answers = await load(url, { amount, expected, forged: expected === REJECTED });
		await triggers.idle();
		return answers;
	};
	try {
		const rounds = Math.ceil(scale.n8nRounds * MANY_ROUNDS[setting]);
		return {
			...(await alternate(
				{
					ours: turn(triggers.ours, ACCEPTED, accepted),
					oursRepeating: turn(triggers.oursRepeating, ACCEPTED, accepted),
					empty: turn(triggers.empty, ACCEPTED, accepted),
					diligent: turn(triggers.diligent, ACCEPTED, accepted),
					builtIn: turn(triggers.builtIn, ACCEPTED, accepted),
				},
				rounds,
			)),
			// By themselves, since n8n still tidies up for a while after the executions of an event.
			...(await alternate(
				{
					ourRejections: turn(triggers.ours, REJECTED, rejected),
					emptyRejections: turn(triggers.emptyRejecting, REJECTED, rejected),
					diligentRejections: turn(triggers.diligentRejecting, REJECTED, rejected),
				},
				rounds,
			)),
		};
	} finally {
		await triggers.stop();
	}
}

/** Events and forgeries that a running n8n answers in a second, beside triggers that do nothing. */
export async function benchThroughput(scale: Scale): Promise<Line[]> {
	const { tarball, remove } = await packEmptyTrigger();
	try {
		const usual = await measure(tarball, 'default', scale);
		const lazy = await measure(tarball, 'lazy', scale);
		const tuned = await measure(tarball, 'tuned', scale);
		return [
			...linesOf('default', usual),
			...linesOf('tuned', tuned),
			...engineLines({ usual, lazy, tuned }),
		];
	} finally {
		await remove();
	}
}

const NAMES: Record<Setting, string> = {
	default: 'n8n as it comes',
	lazy: '`N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE=true`',
	tuned: '`N8N_EXPRESSION_ENGINE=legacy`',
};

const DILIGENT = 'empty trigger that reads a credential and notes each event';

const BOUND = { atLeast: 0.95 };

/** Below this, something of ours would cost more than what n8n spares no trigger of the kind. */
const FLOOR = { atLeast: 0.6 };

/** Ours does the same as this peer, and the median of so few rounds still scatters by a twentieth. */
const DILIGENT_BOUND = { atLeast: 0.9 };

function linesOf(setting: 'default' | 'tuned', measured: Measured): Line[] {
	const accepted = `accepted events, ${NAMES[setting]}`;
	const line = (
		line: Pick<Line, 'what' | 'beside' | 'bound' | 'unreachable'>,
		ours: number[],
		theirs: number[],
	) => compared(line, ours, theirs, perSecond);
	return [
		line(
			{
				what: accepted,
				beside: 'empty trigger',
				bound: BOUND,
				unreachable: {
					why: 'the credential is read and the static data written',
					floor: FLOOR,
				},
			},
			measured.ours,
			measured.empty,
		),
		line(
			{ what: accepted, beside: DILIGENT, bound: DILIGENT_BOUND },
			measured.ours,
			measured.diligent,
		),
		line(
			{ what: `${accepted}, duplicates not dropped`, beside: 'empty trigger' },
			measured.oursRepeating,
			measured.empty,
		),
		line({ what: accepted, beside: 'built-in Webhook' }, measured.ours, measured.builtIn),
		line(
			{
				what: `rejected forgeries, ${NAMES[setting]}`,
				beside: 'empty trigger, rejecting',
				bound: BOUND,
				unreachable: { why: 'the credential is read', floor: FLOOR },
			},
			measured.ourRejections,
			measured.emptyRejections,
		),
		line(
			{
				what: `rejected forgeries, ${NAMES[setting]}`,
				beside: 'the same, reading a credential',
				bound: DILIGENT_BOUND,
			},
			measured.ourRejections,
			measured.diligentRejections,
		),
	];
}

/** What n8n's expression engine costs: the same trigger in three starts of n8n, so without ratios. */
function engineLines({ usual, lazy, tuned }: Record<'usual' | 'lazy' | 'tuned', Measured>): Line[] {
	const cost = (what: string, name: Name): Line[] =>
		[
			{ setting: NAMES.default, rate: usual[name] },
			{ setting: NAMES.lazy, rate: lazy[name] },
		].map(({ setting, rate }) => ({
			what: `expression engine: ${what}, ${setting}`,
			ours: perSecond(medianOf(rate)),
			beside: `another start of n8n with ${NAMES.tuned}`,
			theirs: perSecond(medianOf(tuned[name])),
		}));
	return [
		...cost('empty trigger', 'empty'),
		...cost('built-in Webhook', 'builtIn'),
		...cost('our trigger', 'ours'),
		...cost("our trigger's rejections", 'ourRejections'),
	];
}
