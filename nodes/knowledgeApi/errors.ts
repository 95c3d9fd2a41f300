import type { INode, NodeApiError } from 'n8n-workflow';

import { explain, failureOf, type Explanation, type Failed } from '../http/explain';
import { apiError } from '../n8n/apiError';

/** One thing asked for by its slug. */
export interface LookUpTarget {
	/** As it reads in a sentence: "glossary term", "feature". */
	kind: string;
	slug: string;
}

export interface FailedLookUp {
	/** Holds no user name, password or query. */
	baseUrl: string;
	target?: LookUpTarget;
	/** The credential's header value, empty where there is none; the API may repeat it. */
	secret: string;
}

const REFUSED: Explanation = {
	message: 'The knowledge API refused the credential',
	whatToDo: "Check 'Header Name' and 'Header Value' of the credential.",
};

/** Explains a failed lookup: what happened, and what to do. */
export function toKnowledgeError(node: INode, error: unknown, { baseUrl, target, secret }: FailedLookUp): NodeApiError {
	const failed: Failed = {
		error,
		isWrite: false,
		api: {
			name: 'The knowledge API',
			url: baseUrl,
			urlField: "'Base URL' of the credential, the part of the address before /v1",
			sendFewer: "Or lower 'Concurrent Requests' under 'Options'.",
			// An API may repeat a key that it rejects, with or without the scheme before it.
			secrets: [secret, secret.split(/\s/).at(-1) ?? ''],
		},
		statuses: { 401: REFUSED, 403: REFUSED, ...(target && { 404: unknownSlug(target) }) },
	};
	return failureOf(node, failed, explain(failed));
}

/** A record was asked for, and the response is empty. */
export function notFound(node: INode, target: LookUpTarget): NodeApiError {
	const { message, whatToDo } = unknownSlug(target);
	return apiError(node, message, { description: whatToDo, httpCode: '404' });
}

function unknownSlug({ kind, slug }: LookUpTarget): Explanation {
	return {
		message: `No ${kind} found for slug '${slug}'`,
		whatToDo: `Check the spelling of 'Slug'. It is often the last part of the URL of the ${kind}'s page.`,
	};
}
