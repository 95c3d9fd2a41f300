import { callingCodeOf } from '../../../nodes/platformApi/callingCodes';

/*
 * The table of nodes/platformApi/callingCodes.ts goes by code. Here it stands once more by country, in another order, so that
 * a slip in either shows. A number with the code of another country would reach somebody else.
 */

const AFRICA = {
	...{ AO: '244', BF: '226', BI: '257', BJ: '229', BW: '267', CD: '243', CF: '236', CG: '242' },
	...{ CI: '225', CM: '237', CV: '238', DJ: '253', DZ: '213', EG: '20', EH: '212', ER: '291' },
	...{ ET: '251', GA: '241', GH: '233', GM: '220', GN: '224', GQ: '240', GW: '245', KE: '254' },
	...{ KM: '269', LR: '231', LS: '266', LY: '218', MA: '212', MG: '261', ML: '223', MR: '222' },
	...{ MU: '230', MW: '265', MZ: '258', NA: '264', NE: '227', NG: '234', RE: '262', RW: '250' },
	...{ SC: '248', SD: '249', SL: '232', SN: '221', SO: '252', SS: '211', ST: '239', SZ: '268' },
	...{ TD: '235', TG: '228', TN: '216', TZ: '255', UG: '256', YT: '262', ZA: '27', ZM: '260' },
	...{ ZW: '263' },
};

const NORTH_AMERICA_AND_THE_CARIBBEAN = {
	...{ AG: '1', AI: '1', AS: '1', AW: '297', BB: '1', BL: '590', BM: '1', BQ: '599', BS: '1' },
	...{ CA: '1', CU: '53', CW: '599', DM: '1', DO: '1', GD: '1', GL: '299', GP: '590', GU: '1' },
	...{ HT: '509', JM: '1', KN: '1', KY: '1', LC: '1', MF: '590', MP: '1', MQ: '596', MS: '1' },
	...{ MX: '52', PR: '1', SX: '1', TC: '1', TT: '1', US: '1', VC: '1', VG: '1', VI: '1' },
};

const CENTRAL_AND_SOUTH_AMERICA = {
	...{ AR: '54', BO: '591', BR: '55', BZ: '501', CL: '56', CO: '57', CR: '506', EC: '593' },
	...{ GF: '594', GT: '502', GY: '592', HN: '504', NI: '505', PA: '507', PE: '51', PY: '595' },
	...{ SR: '597', SV: '503', UY: '598', VE: '58' },
};

const ASIA = {
	...{ AE: '971', AF: '93', AM: '374', AZ: '994', BD: '880', BH: '973', BN: '673', BT: '975' },
	...{ CN: '86', GE: '995', HK: '852', ID: '62', IL: '972', IN: '91', IQ: '964', IR: '98' },
	...{ JO: '962', JP: '81', KG: '996', KH: '855', KP: '850', KR: '82', KW: '965', KZ: '7' },
	...{ LA: '856', LB: '961', LK: '94', MM: '95', MN: '976', MO: '853', MV: '960', MY: '60' },
	...{ NP: '977', OM: '968', PH: '63', PK: '92', PS: '970', QA: '974', SA: '966', SG: '65' },
	...{ SY: '963', TH: '66', TJ: '992', TL: '670', TM: '993', TR: '90', TW: '886', UZ: '998' },
	...{ VN: '84', YE: '967' },
};

const EUROPE = {
	...{ AD: '376', AL: '355', AT: '43', AX: '358', BA: '387', BE: '32', BG: '359', BY: '375' },
	...{ CH: '41', CY: '357', CZ: '420', DE: '49', DK: '45', EE: '372', ES: '34', FI: '358' },
	...{ FO: '298', FR: '33', GB: '44', GG: '44', GI: '350', GR: '30', HR: '385', HU: '36' },
	...{ IE: '353', IM: '44', IS: '354', IT: '39', JE: '44', LI: '423', LT: '370', LU: '352' },
	...{ LV: '371', MC: '377', MD: '373', ME: '382', MK: '389', MT: '356', NL: '31', NO: '47' },
	...{ PL: '48', PT: '351', RO: '40', RS: '381', RU: '7', SE: '46', SI: '386', SK: '421' },
	...{ SM: '378', UA: '380', VA: '39', XK: '383' },
	// Not of ISO 3166, but in use for GB.
	UK: '44',
};

const OCEANIA = {
	...{ AU: '61', FJ: '679', NC: '687', NZ: '64', PF: '689', PG: '675', SB: '677', TO: '676' },
	...{ VU: '678', WS: '685' },
};

/** `AA` to `ZZ` */
const TWO_LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].flatMap((first, _, letters) =>
	letters.map((second) => first + second),
);

it('the code of each country is that of ITU-T E.164, and no country is left out here or there', () => {
	const found: Record<string, string> = {};
	for (const country of TWO_LETTERS) {
		const code = callingCodeOf(country);
		if (code !== undefined) found[country] = code;
	}

	expect(found).toEqual({
		...AFRICA,
		...NORTH_AMERICA_AND_THE_CARIBBEAN,
		...CENTRAL_AND_SOUTH_AMERICA,
		...ASIA,
		...EUROPE,
		...OCEANIA,
	});
});

it.each(['', 'D', 'DEU', 'Germany', '49'])('%j is no country', (country) => {
	expect(callingCodeOf(country)).toBeUndefined();
});

it('a country is known in small letters, and with blanks around it', () => {
	expect(callingCodeOf(' de ')).toBe('49');
});
