import { DateTime } from 'luxon';
import type { INode } from 'n8n-workflow';
import { randomBytes } from 'node:crypto';

import type { Credential, N8nApi, Workflow, WorkflowDraft } from '../../runtime/api';
import { connectOAuth2, sandboxCredentials } from '../../runtime/credentials';
import { chooseCredentials, type MissingCredential } from '../../runtime/chooseCredentials';
import {
	listExamples,
	readExample,
	SAMPLE_CONTACTS,
	withChoices,
	withoutHighLevelTools,
	withRegistration,
} from '../../runtime/examples';
import type { N8n } from '../../runtime/n8n';
import type { Sandbox } from '../../sandbox/createSandbox';
import type { Form } from '../../sandbox/profile';
import { defaultSeed } from '../../sandbox/seed';

/** Published, and run to a booked appointment, in each form of the API. */
export const PUBLISHED = {
	contract: 'new-contact-books-onboarding-call.json',
	highLevel: 'email-to-booking.json',
};
/** Run by hand up to its page. */
export const PAGE_EXAMPLE = 'offer-slots-and-wait.json';
/** The location of the local platform that the demo is connected to. */
export const DEMO_LOCATION = 'loc-harbor';

/** The calendar that a person chooses where an example leaves 'Calendar' empty. */
export const DEMO_CALENDAR = 'cal-onboarding';

/** What a person chooses from the lists that an example leaves empty, and enters in its sample. */
const DEMO_CHOICES = {
	calendarId: DEMO_CALENDAR,
	pipelineId: 'pipeline-patients',
	pipelineStageId: 'stage-asked',
	assignedTo: 'user-riley',
};

/** That calendar's. */
const DEMO_ZONE = 'America/New_York';

/** n8n's own API, for the example that deletes a credential; only what that example calls. */
const API_KEY_SCOPES = ['credential:delete', 'credential:list'];

/** All credentials that the examples ask for, but a language model's; the OAuth2 one connected to the demo's location. */
export async function createCredentials(
	n8n: N8n,
	api: N8nApi,
	sandbox: Sandbox,
): Promise<Credential[]> {
	const secret = randomBytes(24).toString('base64url');
	const drafts = [
		...Object.values(sandboxCredentials(sandbox, true)),
		{
			name: 'n8n account',
			type: 'n8nApi',
			data: {
				apiKey: await api.createApiKey('Demo', API_KEY_SCOPES),
				baseUrl: `${n8n.url}/api/v1`,
			},
		},
		{ name: 'Bearer Auth account', type: 'httpBearerAuth', data: { token: secret } },
		{
			name: 'Header Auth account',
			type: 'httpHeaderAuth',
			data: { name: 'X-Webhook-Key', value: secret },
		},
	];
	const credentials: Credential[] = [];
	for (const draft of drafts) {
		const created = await api.createCredential(draft);
		if (draft.type === 'platformOAuth2Api')
			await connectOAuth2(api, created.id, { choice: DEMO_LOCATION });
		credentials.push(created);
	}
	return credentials;
}

/**
 * Imports all examples, filled in as their notes say, so that each runs at the first click. None is active yet.
 * @returns them by file name
 */
export async function importExamples(
	api: N8nApi,
	credentials: Credential[],
	sandbox: Sandbox,
): Promise<Map<string, Workflow>> {
	for (const { contactId: id, ...contact } of SAMPLE_CONTACTS) {
		sandbox.createContact({ ...contact, id });
	}
	await api.createDataTable('Contacts', SAMPLE_CONTACTS);
	const [free, taken] = [sampleSlot(10), sampleSlot(11)];
	const [{ contactId }] = SAMPLE_CONTACTS;
	const { startTime, endTime } = taken;
	const { id: appointmentId } = sandbox.takeSlot({
		calendarId: DEMO_CALENDAR,
		contactId,
		startTime,
		endTime,
	});
	const imported = new Map<string, Workflow>();
	const form = sandbox.form();
	for (const fileName of await listExamples()) {
		const draft = await readExample(fileName);
		const sample = JSON.stringify(draft.pinData ?? {}).includes('appointmentId')
			? { appointmentId, ...taken }
			: free;
		const chosen = JSON.stringify(withChoices(draft, { ...DEMO_CHOICES, ...sample }))
			// HighLevel knows whose an appointment is, as the notes say.
			.replace(/("isHighLevel","value":)false/, form === 'contract' ? '$&' : '$1true')
			.replace("APP_ID = ''", `APP_ID = '${defaultSeed.app.id}'`)
			// The trigger whose registration is watched.
			.replace(/https:..n8n.example.com[^']*/, () => urlOf(imported.get(PUBLISHED.contract)));
		const filledIn = JSON.parse(chosen) as WorkflowDraft;
		// HighLevel has no registrations, and tools of its own.
		const registered =
			form === 'contract' ? withRegistration(withoutHighLevelTools(filledIn)) : filledIn;
		const { draft: complete, missing } = await chooseCredentials(api, registered, credentials);
		const isPublished = fileName === PUBLISHED[form];
		const noted = withDemoNote(complete, missing, form, isPublished);
		imported.set(fileName, await api.createWorkflow(noted));
	}
	return imported;

	function urlOf(workflow?: Workflow): string {
		const trigger = workflow?.nodes.find(({ webhookId }) => webhookId !== undefined);
		return api.webhookUrl(String(trigger?.webhookId));
	}
}

/** How much higher the note becomes. */
const NOTE_LINES_PX = 50;

/** An example's note says what to fill in. In the demo it is filled in, and the note says so first. */
function withDemoNote(
	draft: WorkflowDraft,
	missing: MissingCredential[],
	form: Form,
	isPublished: boolean,
): WorkflowDraft {
	const without = missing.map(({ node }) => `**${node}**`).join(' and ');
	const filledIn = `**In this demo, credentials and choices are filled in**${without && `, but for those of ${without}`}.`;
	const first =
		form === 'contract'
			? "create a contact on the platform's page"
			: 'open the *Production URL* of **Form**';
	const how = isPublished
		? `It is published: ${first}. *Execute workflow* runs it with the sample.`
		: 'It is not published: *Execute workflow* runs it with the sample, where it has one.';
	const [, isForHighLevel, isForPlatform] =
		/(HighLevel only|documents no)|(Platform API only)/.exec(JSON.stringify(draft)) ?? [];
	const other = form === 'contract' ? isForHighLevel : isForPlatform;
	const said = other
		? `**It does not run in this demo**: \`npm start${isForHighLevel ? ' -- --highLevel' : ''}\` starts the one for it.`
		: `${filledIn} ${how}`;
	const nodes = draft.nodes.map((node) => {
		if (!node.type.endsWith('.stickyNote')) return node;
		const { content, height, ...more } = node.parameters;
		const text = String(content).replace(
			/\*\*Fill in (\w+) things\*\*/,
			`${said}\n\n**In your own n8n, fill in $1 things**`,
		);
		const [x, y] = node.position;
		const position: INode['position'] = [x, y - NOTE_LINES_PX];
		return {
			...node,
			position,
			parameters: { ...more, content: text, height: Number(height) + NOTE_LINES_PX },
		};
	});
	return { ...draft, nodes };
}

/** A slot of next week, as *Slot Opened* shows it. */
function sampleSlot(hour: number) {
	const start = DateTime.now()
		.setZone(DEMO_ZONE)
		.plus({ weeks: 1 })
		.set({ weekday: 3 })
		.startOf('day')
		.set({ hour });
	const end = start.plus({ minutes: 30 });
	const local = (time: DateTime) => time.toISO({ suppressMilliseconds: true }) ?? '';
	return {
		date: start.toISODate() ?? '',
		startTime: local(start),
		endTime: local(end),
		startText: `${start.setLocale('en-US').toFormat('cccc, LLL d, h:mm')} – ${end.setLocale('en-US').toFormat('h:mm a ZZZZ')}`,
	};
}

/** The values for the steps of README and docs/credentials.md, by the label of the field. */
export function valuesOf(sandbox: Sandbox): Record<string, string> {
	const { oAuth2, accessToken, webhook, knowledge } = sandboxCredentials(sandbox);
	const [{ id: contactId, firstName }] = defaultSeed.contacts;
	const [{ id: calendarId, name }] = defaultSeed.calendars;
	const text = (value: unknown) => String(value);
	const isHighLevel = sandbox.form() === 'highLevel';
	return {
		API: isHighLevel ? 'HighLevel' : 'Platform',
		'Platform URL': `${sandbox.url}${isHighLevel ? " (HighLevel's own needs none)" : ''}`,
		'Marketplace URL': text(oAuth2.data.marketplaceUrl),
		'Client ID': text(oAuth2.data.clientId),
		'Client Secret': text(oAuth2.data.clientSecret),
		'Access Token': text(accessToken.data.accessToken),
		'Location ID': text(accessToken.data.locationId),
		'Base URL': `${text(knowledge.data.baseUrl)} (of the knowledge API, without authentication)`,
		Calendar: `${name} (${calendarId})`,
		'Contact ID': `${contactId} (${firstName})`,
		'Public Keys': text(webhook.data.publicKeys),
	};
}
