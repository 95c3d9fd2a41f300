import { bookingScenarios } from './bookings';
import { calendarScenarios } from './calendars';
import { knowledgeScenarios } from './knowledge';
import { offerScenarios } from './offers';
import type { Scenario } from './scenario';
import { tokenScenarios } from './tokens';
import { webhookScenarios } from './webhooks';
import type { Sandbox } from '../../../sandbox/createSandbox';
import type { ProfileChoice } from '../../../sandbox/profiles/profile';

export const scenarios: Scenario[] = [
	...knowledgeScenarios,
	...calendarScenarios,
	...bookingScenarios,
	...offerScenarios,
	...tokenScenarios,
	...webhookScenarios,
];

/** Runs a scenario on a platform that begins anew with a profile. */
export async function run(sandbox: Sandbox, choice: ProfileChoice, scenario: Scenario): Promise<void> {
	await sandbox.reset();
	const { control } = sandbox;
	await scenario.run({ sandbox, control, profile: control.setProfile(choice) });
	expect(control.violations()).toEqual([]);
}
