import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { pathSegment } from '../http/pathSegment';

const SLUG_HELP = "Enter the slug in 'Slug'. It is often the last part of the page's URL.";

/** A slug of the contract: the identifier of a glossary term or feature. */
export function slugField(placeholder: string, description: string): INodeProperties {
	return {
		displayName: 'Slug',
		name: 'slug',
		type: 'string',
		required: true,
		default: '',
		placeholder,
		description,
	};
}

/**
 * Text of a parameter, without surrounding white space; `''` when it is not set.
 *
 * @param label as the editor shows it, for the message
 * @throws NodeOperationError for an object or a list, which an expression or a model may give
 */
export function readText(
	context: IExecuteFunctions,
	name: string,
	label: string,
	itemIndex: number,
): string {
	const value: unknown = context.getNodeParameter(name, itemIndex, '');
	if (value === null || value === undefined) return '';
	if (typeof value === 'string') return value.trim();
	if (typeof value === 'number' || typeof value === 'boolean') return String(value);
	throw new NodeOperationError(context.getNode(), `'${label}' is not text`, {
		description: `Enter text in '${label}', not ${Array.isArray(value) ? 'a list' : 'an object'}.`,
		itemIndex,
	});
}

/**
 * The slug as given.
 *
 * @throws NodeOperationError when it is empty, or cannot be part of an address
 */
export function readSlug(context: IExecuteFunctions, itemIndex: number): string {
	const slug = readText(context, 'slug', 'Slug', itemIndex);
	if (slug === '') {
		throw new NodeOperationError(context.getNode(), "'Slug' is empty", {
			description: SLUG_HELP,
			itemIndex,
		});
	}
	try {
		pathSegment(slug, 'Slug');
		return slug;
	} catch {
		throw new NodeOperationError(context.getNode(), `'Slug' cannot be "${slug}"`, {
			description: SLUG_HELP,
			itemIndex,
		});
	}
}
