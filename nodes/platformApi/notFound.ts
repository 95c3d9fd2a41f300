import type { StatusTexts } from '../http/explain';

/** Texts for a record of this ID that is not there: by status 404, by the platform's words, and by any refusal of what cannot be an ID. */
export function notFound(what: string, id: string): StatusTexts {
	const missing = {
		message: `The ${what} '${id}' was not found in the location of the credential`,
		whatToDo: `Check '${what[0].toUpperCase()}${what.slice(1)}'. It has an ID of its own, not that of the location: without it, look it up.`,
		forModel: `Look the ${what} up, and use the ${what}Id that a tool returned, not the ID of a location. Never make one up.`,
	};
	return {
		404: missing,
		...(!/^[\w-]+$/.test(id) && { 400: missing, 422: missing }),
	};
}
