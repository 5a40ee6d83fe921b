/** Of the terms that whoever opens an account agrees to. */
export const termsVersion = '1'
