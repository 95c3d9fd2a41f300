import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { type IDataObject, isResourceLocatorValue } from 'n8n-workflow';

import { HOW_TO_SAVE, IS_TO_SAVE, readSavedText } from '../../support/savedText';
import { adasAppointment, FakeCalendar, onSaturdayBefore } from './fakeCalendar';
import { STORIES, type Run, type Story } from './appointmentStories';
import { act, byId, byModel, type Sent, TOOL } from './nodeOnPlatform';

/*
 * Operations on appointments, calendars and blocked times from their fields to their ends: each request as a whole, each item
 * as a whole, and all that a person or a model is told. So no field of a request or an item, no sentence and no remark is
 * lost or changed unseen. What each of them is for, other tests say.
 */

onSaturdayBefore();

const FILE = path.join(__dirname, 'appointmentStories.txt');

/** The values of a record, without those that are not sent. */
const valuesOf = (record: IDataObject = {}) =>
	Object.entries(record).filter(([, value]) => value !== undefined);

/** One line for each value of a record, in their order. */
const linesOf = (record: IDataObject) =>
	valuesOf(record).map(([name, value]) => `\t\t${name}: ${JSON.stringify(value)}`);

/** One request. What all requests have, such as the token, has tests of its own. */
function linesOfRequest({ method, path: address, qs, body, headers }: Sent): string[] {
	const query = valuesOf(qs).map(([name, value]) => ` ${name}=${String(value)}`);
	const version = String(headers?.Version ?? 'none');
	const request = `\t${method} ${address}${query.join('')} (Version ${version})`;
	const values = typeof body === 'string' ? { body } : ((body ?? {}) as IDataObject);
	return [request, ...linesOf(values)];
}

function linesOfError(error: Error & { description?: string; context?: IDataObject }): string[] {
	const { message, description = '', context } = error;
	const kind = context?.outcomeUnknown ? 'Failure of unknown outcome' : 'Failure';
	const lines = [`\t${kind}: ${message}`];
	// All that a model reads is the message.
	return description.trim() ? [...lines, `\t\t${description}`] : lines;
}

/** The fields of which a model decides in the examples. */
const ARGUMENTS = [
	'appointmentId',
	'calendarId',
	'contactId',
	'startTime',
	'endTime',
	'startDate',
	'endDate',
];

/** The same value, filled in by a model; another expression stays as it is. */
const filledIn = (name: string, value: string) =>
	value.startsWith('=') ? value : byModel(name, value);

/** The fields as a tool has them, where a model fills in what it decides. */
function fieldsOfTool(fields: IDataObject): IDataObject {
	const ofTool = { ...fields };
	for (const name of ARGUMENTS) {
		const value = fields[name];
		if (typeof value === 'string') ofTool[name] = filledIn(name, value);
		if (isResourceLocatorValue(value)) ofTool[name] = byId(filledIn(name, String(value.value)));
	}
	return ofTool;
}

/** What is sent, put out and told in one run of an operation. */
async function linesOfRun(
	{ operation, fields, items }: Run,
	calendar: FakeCalendar,
	given: { asTool: boolean; executionId: string; respond: Story['respond'] },
): Promise<string[]> {
	const requests: Sent[] = [];
	const entered = {
		contactId: byId('ada'),
		appointmentId: byId('appt-1'),
		calendarId: byId('cal-1'),
		...fields,
	};
	const end = await act(
		operation.includes('.') ? operation : `appointment.${operation}`,
		given.asTool ? fieldsOfTool(entered) : entered,
		{
			credential: calendar.credential,
			responses(request) {
				requests.push(request);
				return given.respond?.(request) ?? calendar.respond(request);
			},
			node: given.asTool ? TOOL : {},
			executionId: given.executionId,
			items,
		},
	);
	const lines = requests.flatMap(linesOfRequest);
	for (const item of end.json) lines.push('\tItem', ...linesOf(item));
	for (const { message } of end.hints) lines.push(`\tHint: ${message}`);
	if (end.error) lines.push(...linesOfError(end.error));
	return lines;
}

let executions = 0;

/** All runs of a story, in one execution unless the story says otherwise. */
async function tellStory(title: string, story: Story, asTool: boolean): Promise<string> {
	const { platform, respond, runs, isEachInItsOwnExecution } = story;
	const calendar = new FakeCalendar({ appointments: [adasAppointment()], ...platform });
	const lines = [title];
	executions += 1;
	for (const [index, run] of runs.entries()) {
		if (index > 0) lines.push('\tThen');
		if (index > 0 && isEachInItsOwnExecution) executions += 1;
		run.before?.(calendar);
		const given = { asTool, respond, executionId: `story-${executions}` };
		lines.push(...(await linesOfRun(run, calendar, given)));
	}
	return lines.join('\n');
}

/** The stories of the file, by their titles. */
function storiesInFile(): Map<string, string> {
	const text = readSavedText(FILE).trimEnd();
	return new Map(text.split('\n\n').map((story) => [story.split('\n')[0], story]));
}

const inFile = storiesInFile();
/** The stories of this run, by their titles. */
const storiesOfRun = new Map<string, string>();

const cases = STORIES.flatMap((story) => {
	const ofPerson = { title: story.title, story, asTool: false };
	const ofModel = { title: `${story.title}, as a tool`, story, asTool: true };
	return story.isForModelToo ? [ofPerson, ofModel] : [ofPerson];
});

it.each(cases)(
	`$title, goes as appointmentStories.txt says (${HOW_TO_SAVE})`,
	async ({ title, story, asTool }) => {
		const now = await tellStory(title, story, asTool);

		storiesOfRun.set(title, now);
		expect(now).toBe(IS_TO_SAVE ? now : inFile.get(title));
	},
);

it('appointmentStories.txt has these stories, and no others', () => {
	const titles = cases.map(({ title }) => title);

	const stories = titles.map((title) => storiesOfRun.get(title) ?? inFile.get(title) ?? title);
	if (IS_TO_SAVE) writeFileSync(FILE, `${stories.join('\n\n')}\n`);
	expect([...(IS_TO_SAVE ? storiesInFile() : inFile).keys()]).toEqual(titles);
});
