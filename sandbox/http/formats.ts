import { DateTime, IANAZone } from 'luxon';

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const UTC_DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|\+00:00)$/;

/** The string formats that openapi.yaml names, as checks for the schema validator. */
export const formats: Record<string, (value: string) => boolean> = {
	date: (value) => DATE.test(value) && DateTime.fromISO(value).isValid,
	'utc-date-time': (value) => UTC_DATE_TIME.test(value) && DateTime.fromISO(value).isValid,
	'iana-time-zone': (value) => IANAZone.isValidZone(value),
	uri: (value) => URL.canParse(value),
};
