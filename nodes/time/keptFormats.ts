import { BoundedMap } from '../utils/boundedMap';

/** Some 600 zones, and what pages and texts show in a few of them, in several languages. */
const MAX_FORMATS = 2_000;

const formats = new BoundedMap<string, Intl.DateTimeFormat>(MAX_FORMATS);

/**
 * A formatter that is made once: making one takes 50 times as long as using it.
 *
 * @param key names all that it is made of
 */
export function keptFormat(key: string, make: () => Intl.DateTimeFormat): Intl.DateTimeFormat {
	const format = formats.get(key) ?? make();
	formats.set(key, format);
	return format;
}
