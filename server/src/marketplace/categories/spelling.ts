/**
 * Text as people compare it: small letters without accents. Other scripts keep their marks, which
 * make other words there.
 */
export const withoutAccents = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{M}+/gu, '$1')
    .toLowerCase()
    .normalize('NFC')
