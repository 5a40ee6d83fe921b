/**
 * How a mail to a person begins. An account may be opened for anybody's address, and under any name:
 * until the address is proved, nobody is greeted by it.
 */
export const greetingTo = ({ name, is_verified }: { name: string; is_verified: boolean }): string =>
  is_verified ? `Hello ${name},\n\n` : ''
