import type { Explanation, StatusTexts } from '../http/explain';

/** Where a record is read by its ID: refusals whose words say so, and all others of what cannot be an ID. */
export const missingAt = (missing: Explanation, id: string): StatusTexts => ({
	404: missing,
	...(!/^[\w-]+$/.test(id) && { 400: missing, 422: missing }),
});

export function notFound(what: string, id: string): StatusTexts {
	const missing = {
		message: `The ${what} '${id}' was not found in the location of the credential`,
		whatToDo: `Check '${what[0].toUpperCase()}${what.slice(1)}'. Without the ID, look it up.`,
		forModel: `Look the ${what} up, and use the ${what}Id that a tool returned. Never make one up.`,
	};
	return missingAt(missing, id);
}
