// Currencies of ISO 4217 with their decimals: the current ones, and those that were withdrawn, which old purchases have.
import currencyCodes from 'currency-codes';

/** Newer than the package's list. */
const ADDED = 'XAD XCG';
/** ISO 4217, list three. */
const WITHDRAWN = `
  AFA ALK ANG AOK AON AOR ARA ARP ARY ATS AYM AZM BAD BEC BEF BEL BGJ BGK BGL BGN BOP BRB BRC BRE BRN BRR BUK BYB
  CHC CSD CSJ CSK CUC CYP DDM DEM ECS ECV EEK ESA ESB FIM FRF GEK GHC GHP GNE GNS GRD GWE GWP HRD HRK IEP ILP ILR
  ISJ LAJ LSM LTL LTT LUC LUL LVL LVR MLF MRO MTL MTP MVQ MXP MZE MZM NIC NLG PEH PEI PES PLZ RHD ROK ROL RUR SDD
  SDP SIT SKK SLL SRG STD SUR TJR TMM TPE UAK UGS UGW USS UYN UYP VEB VEF VNC XEU YDD YUD YUM YUN ZAL ZMK ZRN ZRZ
  ZWC ZWD ZWL ZWN ZWR`;
const WITHDRAWN_WITHOUT_DECIMALS = 'ADP BYR ESP GQE ITL LUF MAF MGF PTE TRL XFO XFU';

const codesIn = (text: string): string[] => text.trim().split(/\s+/);

const DIGITS: ReadonlyMap<string, number> = new Map([
  ...codesIn(WITHDRAWN).map((code) => [code, 2] as const),
  ...codesIn(WITHDRAWN_WITHOUT_DECIMALS).map((code) => [code, 0] as const),
  ...codesIn(ADDED).map((code) => [code, 2] as const),
  ...currencyCodes.data.map(({ code, digits }) => [code, digits] as const),
]);

/** Undefined for what is not a currency. Codes are in upper case. */
export const currencyDigits = (code: string): number | undefined => DIGITS.get(code);
