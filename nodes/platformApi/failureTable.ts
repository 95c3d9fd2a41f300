/**
 * The sentences for requests that the platform refused, or did not answer. A row says which failures it explains, and how;
 * the first row of a part that fits counts. `explain` of http/explain.ts has the order of the parts, and the rows that
 * hold for any API.
 */

import type { IDataObject } from 'n8n-workflow';

import { fieldsOf } from '../http/body';
import {
	type Explanation,
	type FailureRow,
	type FailureTable,
	forPerson,
	type StatusTexts,
	WHAT_TO_CORRECT,
} from '../http/explain';
import type { Failure } from '../http/readFailure';
import { quotable } from '../http/secrets';
import { type Authentication, NOT_CONNECTED, type PlatformCredential } from './credential';
import { type NamedRecord, recordNotFound, saysNotThere } from './missingRecord';
import { speaksOfToken, type TokenFailure } from './readTokenFailure';

/** What is known of a failed request to the platform. */
export interface PlatformFailure extends Failure {
	credential: PlatformCredential;
	/** That the operation needs, the request's own first; empty where none is known. */
	scopes: string[];
	/** Says how to find out whether a write happened, as a sentence. */
	howToCheck: string;
	/** Why there was no token to send the request with. */
	tokenFailure?: TokenFailure;
	/** The records that the request names; after reads, those that could not be read. */
	records: NamedRecord[];
	/** The one that is not there, as far as it is known. */
	missing?: NamedRecord;
	/** Where the platform calls something missing, and not what: the records that a read found. */
	recordsThere?: NamedRecord[];
	/** True where the operation has its own words for a record that is not there, and means this one. */
	isExplainedByOperation: boolean;
	method: string;
	/** The value of the `Version` header. */
	version: string;
}

type Row = FailureRow<PlatformFailure>;

/** A row for a refusal whose words say what is wrong. */
interface RefusalRow extends Row {
	/** True where the same may be accepted at another time. Where it is false, Book and Reschedule offer and take no other slot. */
	mayFitOtherTime: boolean;
}

/** True for a refusal with one of the statuses. What a gateway gave up may have been carried out, whatever its status. */
const isRefused = ({ kind, status }: PlatformFailure, ...statuses: number[]) =>
	kind === 'refused' && statuses.includes(status ?? 0);

/** True for a refusal with one of the statuses, whose words match. */
const isRefusedWith = (failure: PlatformFailure, statuses: number[], words: RegExp) =>
	isRefused(failure, ...statuses) && words.test(failure.words);

// ── Before the request was sent ──────────────────────────────────────────────────────────────────────────────────────

/** Makes the condition of a row: there was no token, for this reason. */
function hasTokenFailure(kind: TokenFailure['kind']): Row['fits'] {
	return ({ tokenFailure }) => tokenFailure?.kind === kind;
}

const BEFORE_SENDING: Row[] = [
	{
		fits: hasTokenFailure('wrongClient'),
		explain: () =>
			forPerson({
				message:
					"The platform does not accept the 'Client ID' or 'Client Secret' of the credential",
				whatToDo:
					'Compare both with the app in the developer portal (live and test apps have different ones), then connect the credential again.',
			}),
	},
	{
		fits: hasTokenFailure('noLongerConnected'),
		explain: () =>
			forPerson({
				message:
					'The platform no longer accepts this connection: access was revoked, or the refresh token expired',
				whatToDo:
					'Open the credential and connect the account again. If a copy of this database runs elsewhere (a test or restored n8n), it has used up the token: give it a credential of its own first.',
			}),
	},
	{
		fits: hasTokenFailure('neverConnected'),
		explain: () => forPerson(NOT_CONNECTED),
	},
	{
		fits: hasTokenFailure('notRefreshed'),
		explain: ({ tokenFailure }) =>
			forPerson({
				message: `The platform did not refresh the token (${tokenFailure?.reason})`,
				whatToDo: tokenFailure?.isOfProxy
					? 'Nothing was changed. A proxy or firewall may have responded. Try again later. If that does not help, connect the credential again.'
					: 'Nothing was changed. Try again later. If that does not help, connect the credential again.',
			}),
	},
];

// ── Writes that may have been carried out ────────────────────────────────────────────────────────────────────────────

const outcomeUnknown = (message: string, { howToCheck }: PlatformFailure): Explanation => ({
	message,
	whatToDo: `Sending it again could do it twice. ${howToCheck}`,
	forModel:
		'Do not send it again: that could do it twice. A person has to check on the platform whether it happened.',
});

const causeOf = ({ code, reason }: PlatformFailure) => code ?? reason ?? 'no response';

/** 303 says that the request was processed (RFC 9110, 15.4.4), but not how it ended. */
const SEE_OTHER = 303;

const UNKNOWN_OUTCOME: Row[] = [
	{
		fits: ({ isWrite, kind }) => isWrite && kind === 'unclear',
		explain: (failure) =>
			outcomeUnknown(
				"Outcome unknown: the platform's response does not say what became of the request, so it may or may not have gone through",
				failure,
			),
	},
	{
		fits: ({ isWrite, kind, status }) => isWrite && (kind === 'gaveUp' || status === SEE_OTHER),
		explain: (failure) =>
			outcomeUnknown(
				`Outcome unknown: the platform responded with status ${failure.status}, so it may or may not have gone through`,
				failure,
			),
	},
	{
		fits: ({ isWrite, kind }) => isWrite && kind === 'unreadable',
		explain: (failure) =>
			outcomeUnknown(
				`Outcome unknown: the platform's response cannot be read (${causeOf(failure)}), so it may or may not have gone through`,
				failure,
			),
	},
	{
		fits: ({ isWrite, kind }) => isWrite && kind === 'ended',
		explain: (failure) =>
			outcomeUnknown(
				`Outcome unknown: the connection ended before the platform responded (${causeOf(failure)}), so it may or may not have gone through`,
				failure,
			),
	},
];

/** True where nobody knows whether a write was carried out. */
export const isOutcomeUnknown = (failure: PlatformFailure) =>
	!failure.tokenFailure && UNKNOWN_OUTCOME.some(({ fits }) => fits(failure));

// ── Refusals by their words: the credential, the version, the form of the API ────────────────────────────────────────

/** A token of an agency. */
const AGENCY: Record<Authentication, Explanation> = {
	accessToken: {
		message: "The access token is an agency's, which works for no location",
		whatToDo:
			"Create a private integration in the location (sub-account) itself, and enter its token as 'Access Token'.",
	},
	oAuth2: {
		message: 'The connection is for an agency, so it works for no location by itself',
		whatToDo:
			"Choose 'Location (Sub-Account)' under 'Options', or create a new credential, and choose a location on the consent page.",
	},
};

/** A token of another location. */
const OTHER_LOCATION: Record<Authentication, Explanation> = {
	accessToken: {
		message: 'The platform does not let this credential use the location',
		whatToDo: "Check 'Location ID' of the credential. The token may be of another location.",
	},
	oAuth2: {
		message: 'The platform does not let this credential use the location',
		whatToDo: 'Create a new credential, and choose the location on the consent page.',
	},
};

/** A token that is no longer valid. n8n may still name the location of an earlier connection when the new one is an agency's. */
const REJECTED_TOKEN: Record<Authentication, Explanation> = {
	accessToken: {
		message: 'The platform rejected the access token',
		whatToDo:
			"Check that 'Access Token' of the credential is complete, and was not deleted or rotated on the platform.",
	},
	oAuth2: {
		message:
			'The platform rejected the access token, even after refreshing it: the connection may be for an agency',
		whatToDo:
			'Create a new credential, and choose a location on the consent page. If it is for a location already, the app was uninstalled or its access was revoked.',
	},
};

/** The token lacks a scope. The editor shows three lines of the advice where a list cannot be loaded. */
function missingScope({ credential, scopes }: PlatformFailure): Explanation {
	const [own, ...others] = scopes;
	const message = own
		? `The credential is not allowed to do this: it lacks the scope '${own}', or belongs to another location`
		: 'The credential is not allowed to do this: it lacks the scope for it, or belongs to another location';
	let needed = 'the scope for it';
	if (own) needed = `the scope '${own}'`;
	if (others.length > 0) needed = `the scopes of this operation: ${scopes.join(', ')},`;
	const whatToDo =
		credential.authentication === 'oAuth2'
			? `Add ${needed} to the app and to 'Scope' of the credential, then reconnect.`
			: `Add ${needed} to the private integration of the token.`;
	return forPerson({ message, whatToDo });
}

/** A missing scope may be refused with any 401: the status for it is not shown. */
function withScopeNeeded({ message, whatToDo }: Explanation, scopes: string[]): Explanation {
	const [own] = scopes;
	return own
		? { message, whatToDo: `${whatToDo} The call also needs the scope '${own}'.` }
		: { message, whatToDo };
}

const refusedVersion = ({ credential, isTypedPath }: PlatformFailure): Explanation =>
	forPerson({
		message: "The platform does not accept the 'Version' header of the request",
		whatToDo: isTypedPath
			? `Choose another 'Version' under 'Options'. ${credential.dialect.checkVersion}`
			: credential.dialect.checkVersion,
	});

/** Words of refusals of an agency's token. */
const NEEDS_LOCATION_TOKEN = [
	/authClass/i,
	/user type mismatch/i,
	/\b(location|sub-?account)-level\b/i,
	/\bneeds a token of a location\b/i,
];

/** Words of refusals of another location's token. */
const NO_ACCESS_TO_LOCATION =
	/\b(no|not)\b.*\b(access|allowed|authori[sz]ed|belong)\b.*\b(location|sub-?account)\b/i;

const OF_CREDENTIAL: RefusalRow[] = [
	{
		fits: (failure) =>
			isRefusedWith(failure, [400, 401, 404, 422], /\bversion header\b|\bAPI version\b/i),
		mayFitOtherTime: false,
		explain: refusedVersion,
	},
	{
		// A typed request may have a field of this name.
		fits: (failure) =>
			isRefusedWith(failure, failure.isTypedPath ? [401] : [400, 401, 422], /\bversion\b/i),
		mayFitOtherTime: false,
		explain: refusedVersion,
	},
	{
		// Dates are never wrong in the form that the platform speaks.
		fits: (failure) =>
			isRefusedWith(
				failure,
				failure.isTypedPath ? [401] : [400, 401, 422],
				/\b(start|end)_?date\b/i,
			),
		mayFitOtherTime: false,
		explain: ({ credential }) =>
			forPerson({
				message: 'The platform does not accept the dates of the request',
				whatToDo: credential.dialect.otherForm,
			}),
	},
	{
		fits: ({ isTypedPath, status, words }) =>
			isTypedPath && status !== 405 && /^cannot (get|post|put|patch|delete) /i.test(words),
		mayFitOtherTime: false,
		explain: ({ method, path, version }) => ({
			message: `The platform has nothing at ${method} ${path} under the 'Version' ${version}`,
			whatToDo:
				"Check 'Method' and 'Path'. Newer endpoints are found under a newer version only: choose it as 'Version' under 'Options', such as v3.",
		}),
	},
	{
		fits: (failure) =>
			isRefusedWith(
				failure,
				[401, 403, 404],
				/\broute\b.*\bnot (yet )?supported\b|\bIAM service\b/i,
			),
		mayFitOtherTime: false,
		explain: ({ isTypedPath, status }) =>
			forPerson({
				message: `The platform has no such endpoint for this kind of token (status ${status})`,
				whatToDo: isTypedPath
					? "Check 'Method' and 'Path', and 'Version' under 'Options'. The token itself was not rejected."
					: 'The token itself was not rejected. Ask the support of the platform whether the account has this endpoint.',
			}),
	},
	{
		fits: (failure) =>
			isRefused(failure, 401, 403) &&
			NEEDS_LOCATION_TOKEN.some((pattern) => pattern.test(failure.words)),
		mayFitOtherTime: false,
		explain: ({ credential, scopes }) =>
			forPerson(withScopeNeeded(AGENCY[credential.authentication], scopes)),
	},
	{
		fits: (failure) => isRefusedWith(failure, [401, 403], NO_ACCESS_TO_LOCATION),
		mayFitOtherTime: false,
		explain: ({ credential }) => forPerson(OTHER_LOCATION[credential.authentication]),
	},
	{
		fits: (failure) => isRefusedWith(failure, [401], /\bscopes?\b/i),
		mayFitOtherTime: false,
		explain: (failure) => {
			const { message, whatToDo } = missingScope(failure);
			return forPerson({
				message,
				whatToDo: `${whatToDo} ${failure.credential.dialect.otherForm}`,
			});
		},
	},
	{
		fits: (failure) => isRefused(failure, 401) && speaksOfToken(failure.words),
		mayFitOtherTime: false,
		explain: ({ credential, scopes }) =>
			forPerson(withScopeNeeded(REJECTED_TOKEN[credential.authentication], scopes)),
	},
];

// ── Refusals by their words: records and values ──────────────────────────────────────────────────────────────────────

/** Statuses of refusals that are about what was sent. */
const OF_WHAT_WAS_SENT = [400, 401, 403, 409, 422];

/** What a refusal says beside its message, such as which record is in the way. */
const metaOf = ({ body }: Failure): Record<string, unknown> => fieldsOf(fieldsOf(body).meta);

/** An ID that the platform has sent, as a message may quote it. */
const quotedId = (value: unknown, { api }: Failure) =>
	typeof value === 'string' ? quotable(value.slice(0, 100), api.secrets) : '';

const existingContactOf = (failure: Failure) => quotedId(metaOf(failure).contactId, failure);

const existingOpportunityOf = (failure: Failure) => quotedId(metaOf(failure).existingId, failure);

const isDuplicateOpportunity = ({ body, words }: PlatformFailure) =>
	/duplicate opportunit/i.test(words) ||
	Object.values(fieldsOf(body)).includes('OPPORTUNITY_NO_DUPLICATE');

/** The channel of a message that a contact does not want, such as SMS. */
const dndChannelOf = ({ words }: Failure) =>
	/\bDND\b.{0,40}\bfor (\w{2,20})/i.exec(words)?.[1] ?? 'this channel';

const WHAT_TO_CHOOSE = "Choose 'Assigned User' in the options from the list.";

const OF_RECORDS: RefusalRow[] = [
	{
		fits: ({ missing, isExplainedByOperation }) => missing !== undefined && !isExplainedByOperation,
		mayFitOtherTime: false,
		explain: ({ missing }) => recordNotFound(missing!),
	},
	{
		fits: (failure) =>
			isRefusedWith(failure, OF_WHAT_WAS_SENT, /\bduplicat/i) &&
			existingContactOf(failure) !== '' &&
			!isDuplicateOpportunity(failure),
		mayFitOtherTime: false,
		explain: (failure) => ({
			message: `The platform takes no second contact with this address: the contact '${existingContactOf(failure)}' has it`,
			whatToDo:
				'Use that contact, or another address. The settings of the location say whether it allows duplicates.',
			forModel: `Use the contact '${existingContactOf(failure)}' if it is the same person. Otherwise ask for another address.`,
		}),
	},
	{
		fits: (failure) => failure.kind === 'refused' && isDuplicateOpportunity(failure),
		mayFitOtherTime: false,
		explain: (failure) => {
			const id = existingOpportunityOf(failure);
			return {
				message: id
					? `The contact already has an opportunity in this pipeline: '${id}'`
					: 'The contact already has an opportunity in this pipeline',
				whatToDo:
					"Change that one with Opportunity > Update, or choose what Opportunity > Create does in 'When It Exists' under 'Options'. The settings of the location say whether a contact may have several.",
				forModel: id
					? `Do not create another one: change the opportunity '${id}'.`
					: 'Do not create another one: look for it, and change it.',
			};
		},
	},
	{
		fits: (failure) =>
			isRefusedWith(failure, OF_WHAT_WAS_SENT, /\bDND\b.{0,40}\b(active|enabled|on)\b/i),
		mayFitOtherTime: false,
		explain: (failure) => ({
			message: `The contact does not want messages: Do Not Disturb is on for ${dndChannelOf(failure)}`,
			whatToDo:
				'Nothing was sent. Leave it at that, or use another channel. Turn off Do Not Disturb only if the contact asks for it.',
		}),
	},
	{
		fits: (failure) => isRefusedWith(failure, OF_WHAT_WAS_SENT, /\bno conversation provider\b/i),
		mayFitOtherTime: false,
		explain: ({ records }) => {
			const provider = records.find(({ name }) => name === 'conversation provider');
			if (provider) return recordNotFound(provider);
			return forPerson({
				message: 'The location has no provider for such a message',
				whatToDo:
					"Set up the channel in the location's settings on the platform, or use another channel.",
			});
		},
	},
	{
		fits: (failure) => isRefusedWith(failure, OF_WHAT_WAS_SENT, /\bslot duration\b/i),
		mayFitOtherTime: false,
		explain: () => ({
			message: 'The calendar takes no appointment of this length',
			whatToDo: 'Choose an end as Calendar > Get Free Slots returns it.',
			forModel: 'Send start and end of a free slot as the tool returned them.',
		}),
	},
	{
		fits: (failure) =>
			isRefusedWith(
				failure,
				OF_WHAT_WAS_SENT,
				/\bteam member|\bcalendar team\b|\bassignedUserId\b/i,
			),
		mayFitOtherTime: false,
		explain: () => ({
			message: "The calendar needs one of its team members in 'Assigned User'",
			whatToDo: WHAT_TO_CHOOSE,
			forModel: `A person has to help: ${WHAT_TO_CHOOSE}`,
		}),
	},
	{
		fits: (failure) =>
			isRefusedWith(failure, OF_WHAT_WAS_SENT, /\bslot\b.*\bno longer (available|free)\b/i),
		mayFitOtherTime: true,
		explain: () => ({
			message: 'The slot is no longer free',
			whatToDo: 'Choose another one: Calendar > Get Free Slots lists those that are.',
			forModel: 'Choose another one: look up the free slots.',
		}),
	},
];

/** The fault of one field, as the platform's checks of values word it. */
interface FieldFault {
	field: string;
	fault: 'unknown' | 'missing' | 'wrong';
}

const FIELD = String.raw`([\w.]{1,60}(?: ID)?)`;

/** Reads "property x should not exist", "x must be a string" and the like; undefined for other words. */
function readFieldFault(words: string): FieldFault | undefined {
	const patterns: Array<[FieldFault['fault'], RegExp]> = [
		['unknown', new RegExp(`^property ${FIELD} should not exist`, 'i')],
		['unknown', new RegExp(`^invalid field:? ${FIELD}`, 'i')],
		['missing', new RegExp(`^${FIELD} (is required|is missing|should not be empty)`, 'i')],
		['wrong', new RegExp(`^${FIELD} (must|should|has to) be `, 'i')],
		['wrong', new RegExp(`^${FIELD} is (not valid|invalid|not a valid)`, 'i')],
	];
	for (const [fault, pattern] of patterns) {
		const [, field] = pattern.exec(words) ?? [];
		if (field) return { field, fault };
	}
	return undefined;
}

const hasFieldFault = (fault: FieldFault['fault']) => (failure: PlatformFailure) =>
	isRefusedWith(failure, [400, 422], /./) && readFieldFault(failure.words)?.fault === fault;

const fieldIn = ({ words }: Failure) => readFieldFault(words)?.field;

/** Words that say no more than the status does. */
const EMPTY_WORDS = [
	'bad request',
	'conflict',
	'forbidden',
	'invalid input',
	'invalid request',
	'not found',
	'unprocessable entity',
];

/** True for words that say no more than the status does, whatever stands behind them, such as a period. */
function saysNothing({ words }: Failure): boolean {
	const lowerCase = words.toLowerCase();
	return EMPTY_WORDS.some(
		(empty) => lowerCase.startsWith(empty) && !/\w/.test(lowerCase.slice(empty.length)),
	);
}

/** Names of fields that say when, such as `startTime` and `selectedSlot`; not `calendarId`, which has `end` within it. */
const IS_OF_TIME = /^(start|end)|(time|date|slot)$/i;

const explainWrongValue: Row['explain'] = (failure) => ({
	message: `The platform does not accept the value of '${fieldIn(failure)}'`,
	whatToDo: 'Correct it: its own words say what it takes.',
});

const OF_FIELDS: RefusalRow[] = [
	{
		fits: hasFieldFault('unknown'),
		mayFitOtherTime: false,
		explain: (failure) => ({
			message: `The platform takes no field '${fieldIn(failure)}' here`,
			whatToDo: 'Leave it out.',
		}),
	},
	{
		fits: hasFieldFault('missing'),
		mayFitOtherTime: false,
		explain: (failure) => ({
			message: `The platform needs a value for '${fieldIn(failure)}'`,
			whatToDo: 'Fill it in.',
		}),
	},
	{
		fits: (failure) => hasFieldFault('wrong')(failure) && IS_OF_TIME.test(fieldIn(failure) ?? ''),
		mayFitOtherTime: true,
		explain: explainWrongValue,
	},
	{
		fits: hasFieldFault('wrong'),
		mayFitOtherTime: false,
		explain: explainWrongValue,
	},
];

// ── The usual meaning of statuses ────────────────────────────────────────────────────────────────────────────────────

const listOfIds = (records: NamedRecord[]) =>
	records
		.filter(({ name }) => name !== 'location')
		.map(({ name, id = '' }) => `${name} '${id.slice(0, 100)}'`)
		.join(', ');

/** True where a read found each record that the request names, although the platform calls something missing. */
function areAllThere({ recordsThere = [], records }: PlatformFailure): boolean {
	return recordsThere.length > 0 && records.length === 0;
}

/** True where the request names a record by its ID. */
const namesRecords = ({ records }: PlatformFailure) =>
	records.some(({ name }) => name !== 'location');

const BY_STATUS: Row[] = [
	{
		fits: areAllThere,
		explain: ({ recordsThere = [], status }) => ({
			message: `The platform refused the request as if something were missing (status ${status}), but what it names is there: ${listOfIds(recordsThere)}`,
			whatToDo: 'Check the other fields, and that these records belong together.',
			forModel: 'These IDs are right. Tell the person what the platform says.',
		}),
	},
	{
		fits: ({ recordsThere = [] }) => recordsThere.length > 0,
		explain: ({ recordsThere = [], records, status }) => ({
			message: `The platform says that something is missing (status ${status}), and not what. It is not ${listOfIds(recordsThere)}. It may be ${listOfIds(records)}`,
			whatToDo:
				'Check what it may be, and that this belongs to the location of the credential: it could not be looked up.',
			forModel: `Check ${listOfIds(records)}: use the ID as a tool or the person gave it, and never one that you made up.`,
		}),
	},
	{
		fits: (failure) => isRefused(failure, 401),
		explain: () => ({
			message: 'The platform refused the request, but not the token (status 401)',
			whatToDo: 'Its own words say why. To connect or refresh the credential again does not help.',
		}),
	},
	{
		fits: (failure) => isRefused(failure, 403),
		explain: missingScope,
	},
	{
		fits: (failure) => isRefused(failure, 404, 410) && namesRecords(failure),
		explain: ({ records, status }) => ({
			message: `The platform says that something is missing (status ${status}), and not what. The request names ${listOfIds(records)}`,
			whatToDo: 'Check each of them, and that they belong to the location of the credential.',
			forModel: 'Use IDs that a tool returned, and never one that you made up.',
		}),
	},
	{
		fits: (failure) => isRefused(failure, 404, 410),
		explain: () => ({
			message: 'The platform found nothing under this ID',
			whatToDo: 'Check the IDs, and that they belong to the location of the credential.',
			forModel: 'Use IDs that a tool returned, and never one that you made up.',
		}),
	},
	{
		fits: (failure) =>
			isRefused(failure, 400, 422) &&
			(failure.words === '' || saysNothing(failure)) &&
			namesRecords(failure),
		explain: ({ records, status }) => ({
			message: `The platform did not accept the request, and gives no reason (status ${status}): a record may be missing`,
			whatToDo: `Check these, and what else was sent: ${listOfIds(records)}.`,
			forModel: `Check these IDs, and what else was sent: ${listOfIds(records)}.`,
		}),
	},
	{
		fits: (failure) => isRefused(failure, 400, 409, 422) && saysNothing(failure),
		explain: ({ status }) => ({
			message: `The platform did not accept the request, and gives no reason (status ${status})`,
			whatToDo:
				'Send fewer fields to find the one that it does not take. Where times are sent, give all of them the same offset.',
		}),
	},
	{
		fits: (failure) => isRefused(failure, 409),
		explain: ({ words }) => ({
			message: 'The platform reports a conflict with existing data',
			whatToDo: words ? WHAT_TO_CORRECT : 'It gives no reason. Check the fields.',
		}),
	},
	{
		fits: (failure) => isRefused(failure, 422),
		explain: ({ words }) => ({
			message: 'A field is missing, or has a value that the platform cannot read',
			whatToDo: words ? WHAT_TO_CORRECT : 'It gives no reason. Check the fields.',
		}),
	},
];

const REFUSALS_BY_WORDS = [...OF_CREDENTIAL, ...OF_RECORDS, ...OF_FIELDS];

/** True where the words say what is wrong, and it would be wrong at another time, too. */
function isRefusedAtAnyTime(failure: PlatformFailure): boolean {
	const row = REFUSALS_BY_WORDS.find(({ fits }) => fits(failure));
	return row !== undefined && !row.mayFitOtherTime;
}

/** True where the platform says that something is not there, with its words or its status. */
export const saysThatRecordIsMissing = (failure: PlatformFailure): boolean =>
	isRefused(failure, 404, 410) || (isRefused(failure, 400, 422) && saysNotThere(failure.words));

/** True for a refusal that may be one of a missing record, which nothing names. @param statuses the operation's own sentences */
export function leavesRecordOpen(failure: PlatformFailure, statuses: StatusTexts): boolean {
	const { missing, responder, status = 0, words } = failure;
	if (responder !== 'api' || missing !== undefined || !isRefused(failure, 400, 404, 410, 422))
		return false;
	if (REFUSALS_BY_WORDS.some(({ fits }) => fits(failure))) return false;
	if (saysThatRecordIsMissing(failure)) return true;
	return statuses[status] === undefined && (words === '' || saysNothing(failure));
}

/** All sentences for requests to the platform. */
export const PLATFORM_FAILURES: FailureTable<PlatformFailure> = {
	beforeSending: BEFORE_SENDING,
	unknownOutcome: UNKNOWN_OUTCOME,
	byWords: [...OF_CREDENTIAL, ...OF_RECORDS],
	// An operation knows more of its fields.
	byStatus: [...OF_FIELDS, ...BY_STATUS],
};

/** Facts of a refusal for the code that handles it: an operation may go on with the record that is in the way. */
export function contextOf(failure: PlatformFailure): IDataObject {
	const { missing } = failure;
	const context: IDataObject = {
		outcomeUnknown: isOutcomeUnknown(failure),
		isOfPlatform: failure.responder !== 'another server',
	};
	if (missing) context.missingRecord = missing.name;
	if (failure.recordsThere?.length) context.areSomeRecordsThere = true;
	if (areAllThere(failure)) context.areRecordsThere = true;
	if (isRefusedAtAnyTime(failure)) context.isRefusedAtAnyTime = true;
	const contactId = existingContactOf(failure);
	if (contactId) context.existingContactId = contactId;
	if (isDuplicateOpportunity(failure))
		context.existingOpportunityId = existingOpportunityOf(failure);
	return context;
}
