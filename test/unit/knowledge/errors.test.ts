import { NodeApiError } from 'n8n-workflow';

import type { Explanation } from '../../../nodes/http/explain';
import { failed, knowledge, refusal } from './fakeKnowledge';

const notFound = { message: "No feature found for slug 'crm'", whatToDo: "Check the spelling of 'Slug'." };

const told = async (error: unknown, known?: Explanation) => await refusal(knowledge({ responses: error }).client.get('/v1/features/crm', {}, known));

// What every API's statuses say is told in platformApi/errors.test.ts.
it.each<[number, Explanation | undefined, string, string]>([
	[400, undefined, 'The knowledge API did not accept the request (status 400)', 'It gives no reason'],
	[401, undefined, 'The knowledge API refused the credential', "Check 'Header Name' and 'Header Value'"],
	[403, undefined, 'The knowledge API refused the credential', "Check 'Header Name' and 'Header Value'"],
	[404, undefined, 'There is nothing at https://knowledge.example.com/v1/features/crm', "Check 'Base URL' of the credential"],
	[404, notFound, notFound.message, notFound.whatToDo],
	[429, undefined, 'The knowledge API received too many requests', "Try again after .* UTC\\. Or lower 'Concurrent Requests'"],
])('status %d of %j says: %s', async (status, known, message, whatToDo) => {
	const error = await told(failed(status), known);
	expect(error).toBeInstanceOf(NodeApiError);
	expect(error).toMatchObject({ message, httpCode: String(status), description: expect.stringMatching(`^${whatToDo}`) as string });
});
