import { compared, perSecond, type Line } from './report';
import type { Scale } from './scale';
import { alternate, type Rounds } from './support/alternate';
import { packEmptyTrigger } from './support/emptyTrigger';
import { load } from './support/load';
import { startTriggers } from './support/triggers';

const ACCEPTED = 200;
const REJECTED = 401;

/** With so many rounds of five turns each in two n8n, it already takes longest of all benchmarks. */
const ROUNDS = 3;

/** About what an otherwise idle machine of two cores answers in a second: makes turns equally long. */
const RATES = {
	default: { accepted: 14, rejected: 27 },
	lazy: { accepted: 22, rejected: 20 },
	tuned: { accepted: 85, rejected: 340 },
};

/** n8n's settings for its expression engine, which cost more than everything else that is measured. */
const SETTINGS = {
	default: {},
	lazy: { N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true' },
	tuned: { N8N_EXPRESSION_ENGINE: 'legacy' },
} as const satisfies Record<string, Record<string, string>>;

type Setting = keyof typeof SETTINGS;
type Measured = Rounds<'ours' | 'empty' | 'builtIn' | 'ourRejections' | 'emptyRejections'>;

/** Answers a second of one n8n, each trigger in turn. */
async function measure(tarball: string, setting: Setting, scale: Scale): Promise<Measured> {
	const triggers = await startTriggers(tarball, SETTINGS[setting]);
	const { turnSeconds, rounds } = scale;
	const { accepted, rejected } = RATES[setting];
	const turn = (url: string, expected: number, forged = false) => async () => {
		const amount = Math.ceil((turnSeconds * (forged ? rejected : accepted)) / 10) * 10;
		const rate = await load(url, { amount, expected, forged });
		await triggers.idle();
		return rate;
	};
	try {
		return await alternate(
			{
				ours: turn(triggers.ours, ACCEPTED),
				empty: turn(triggers.empty, ACCEPTED),
				builtIn: turn(triggers.builtIn, ACCEPTED),
				ourRejections: turn(triggers.ours, REJECTED, true),
				emptyRejections: turn(triggers.emptyRejecting, REJECTED, true),
			},
			setting === 'lazy' ? 1 : Math.min(rounds, ROUNDS),
		);
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
			...linesOf('n8n as it comes', usual),
			...linesOf('`N8N_EXPRESSION_ENGINE=legacy`', tuned),
			...engineLines({ usual, lazy, tuned }),
		];
	} finally {
		await remove();
	}
}

function linesOf(settings: string, measured: Measured): Line[] {
	const bound = { atLeast: 0.95 };
	const accepted = `accepted events, ${settings}`;
	const line = (line: Pick<Line, 'what' | 'beside' | 'bound'>, ours: number[], theirs: number[]) =>
		compared(line, ours, theirs, perSecond);
	return [
		line({ what: accepted, beside: 'empty trigger', bound }, measured.ours, measured.empty),
		line({ what: accepted, beside: 'built-in Webhook' }, measured.ours, measured.builtIn),
		line(
			{ what: `rejected forgeries, ${settings}`, beside: 'empty trigger, rejecting', bound },
			measured.ourRejections,
			measured.emptyRejections,
		),
	];
}

/** What n8n's expression engine costs: the same triggers under its settings. */
function engineLines({ usual, lazy, tuned }: Record<'usual' | 'lazy' | 'tuned', Measured>): Line[] {
	const cost = (what: string, name: keyof Measured): Line[] => [
		compared(
			{ what: `${what}, n8n as it comes`, beside: 'the same with `N8N_EXPRESSION_ENGINE=legacy`' },
			usual[name],
			tuned[name],
			perSecond,
		),
		compared(
			{
				what: `${what}, \`N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE=true\``,
				beside: 'the same with `N8N_EXPRESSION_ENGINE=legacy`',
			},
			lazy[name],
			tuned[name].slice(0, lazy[name].length),
			perSecond,
		),
	];
	return [
		...cost('expression engine: empty trigger', 'empty'),
		...cost('expression engine: built-in Webhook', 'builtIn'),
		...cost('expression engine: ours', 'ours'),
	];
}
