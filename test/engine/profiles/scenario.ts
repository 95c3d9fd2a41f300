import type { Sandbox, SandboxControl } from '../../../sandbox/createSandbox';
import type { Appointment } from '../../../sandbox/calendars/appointmentBook';
import type { Profile } from '../../../sandbox/profile';
import type { RunResult } from '../../support/engine';

/** A platform that has just been reset, and how it behaves. */
export interface Given {
	sandbox: Sandbox;
	control: SandboxControl;
	profile: Profile;
}

/** What must hold whatever the platform chooses where the contract is silent. */
export interface Scenario {
	name: string;
	/** It waits for retries, seconds long. */
	slow?: true;
	run(given: Given): Promise<void>;
}

/** What a person reads when a run has stopped. */
export function textOf({ error }: RunResult): string {
	return error ? `${error.message} ${error.description ?? ''}` : '';
}

/** @throws Error with what stopped the run, for runs that must succeed */
export function succeeded(result: RunResult): RunResult {
	if (result.error) throw new Error(`The run stopped: ${textOf(result)}`);
	return result;
}

/** The appointments that have not been canceled. */
export function appointments(control: SandboxControl): Appointment[] {
	return control.appointments().filter(({ appointmentStatus }) => appointmentStatus !== 'cancelled');
}

export const byId = (value: string) => ({ __rl: true, mode: 'id', value });

/** A text that blames the slot. */
export const BLAMES_THE_SLOT = /slot[^.]*(not available|taken)/i;
export const CONNECT_AGAIN = /connect (the account|the credential|it) again/i;
export const TRY_LATER = /try again later/i;
