import { BoundedMap } from '../utils/boundedMap';

/** Some 600 zones, and what pages and texts show in a few of them, in several languages. */
const MAX_FORMATS = 2_000;

const formats = new BoundedMap<string, Intl.DateTimeFormat>(MAX_FORMATS);

/**
 * Returns the formatter of a key, and makes it at the first call: making one takes 50 times as long as using it.
 *
 * @param key names the purpose, the zone and the language of the formatter, all that it is made of
 */
export function cachedFormat(key: string, make: () => Intl.DateTimeFormat): Intl.DateTimeFormat {
	const format = formats.get(key) ?? make();
	formats.set(key, format);
	return format;
}
