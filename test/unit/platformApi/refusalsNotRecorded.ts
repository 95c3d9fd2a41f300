import type { RequestExpectations } from '../../../nodes/platformApi/errors';

/** A refusal whose words nobody has recorded; the others stand in test/support/recorded/refusals.json. */
export interface RefusalNotRecorded {
	/** With which the platform sends the words. */
	status: number;
	words: string;
	/** Whether Book may go on to another slot after it. Undefined where no row of `byWords` explains it. */
	mayFitOtherTime?: boolean;
	/** What the request must be for the row that explains it. */
	request?: Partial<RequestExpectations>;
}

/** sentences.txt shows what is told of each. */
export const NOT_RECORDED: RefusalNotRecorded[] = [
	{ status: 400, words: '' },
	{ status: 422, words: 'Odd' },
	{
		status: 404,
		words: 'Contact not found',
		mayFitOtherTime: false,
		request: { path: '/contacts/con-1' },
	},
	{
		status: 400,
		words: 'Nothing found for con-1: it was deleted',
		mayFitOtherTime: false,
		request: { path: '/contacts/con-1' },
	},
	{ status: 401, words: 'This version is not supported', mayFitOtherTime: false },
	{ status: 422, words: 'version must be a number', mayFitOtherTime: false },
	{ status: 401, words: 'endDate is required', mayFitOtherTime: false },
	{ status: 422, words: 'end_date is required', mayFitOtherTime: false },
	{ status: 400, words: 'endTime must be later than startTime' },
	{ status: 422, words: 'title must be a string' },
	{ status: 401, words: 'The token has expired', mayFitOtherTime: false },
	{
		status: 400,
		words: 'Cannot send message as DND is active for SMS.',
		mayFitOtherTime: false,
	},
	{
		status: 400,
		words: 'No conversation provider found for this message',
		mayFitOtherTime: false,
	},
	{
		status: 400,
		words: 'Can not create duplicate opportunity for the contact.',
		mayFitOtherTime: false,
	},
	{
		status: 404,
		words: 'Cannot PUT /contacts/con-1',
		mayFitOtherTime: false,
		request: { isTypedPath: true, method: 'PUT' },
	},
	{ status: 400, words: 'Command timed out' },
];
