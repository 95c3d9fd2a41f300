/** The scopes that the contract names (Authentication, interface B, item 3). */
export const SCOPES = [
	'contacts.readonly',
	'contacts.write',
	'calendars.readonly',
	'calendars.write',
	'opportunities.readonly',
	'opportunities.write',
	'locations.readonly',
	'webhooks.readonly',
	'webhooks.write',
] as const;
