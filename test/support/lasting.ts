/** Functions that tests with wrong arguments leave out: one keeps its argument for all that comes after, the other makes a folder of that name. */
export const lasting: ReadonlySet<string> = new Set(['useSHA256', 'takeLease']);
