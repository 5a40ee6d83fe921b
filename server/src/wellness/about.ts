import type { Module } from '../platform/operation/registry.ts'

/** What the API document says of the wellness app as a whole. */
export const about: Module['about'] = {
  description: `A wellness app: exercises, the practice of a person, and those who look after both.

- People prove their address with a code and get an access token for 15 minutes, sent as \`Authorization: Bearer …\`, and a refresh token for the next one. Calls that sign in, refresh or prove something by other means look at no access token, so an expired one is not in their way. Administrators are people of their own.
- Every reply is \`{ status, statusCode, message, data }\`, that of a list with \`meta\` beside \`data\`; a refusal has \`data: null\` and \`error\` with a stable \`code\`, and names the \`fields\` that are wrong.
- A write that takes the header \`Idempotency-Key\` gives a repeat with the same key the first answer again, with \`Idempotency-Replayed: true\`; the same key with another request is refused with 422. The header \`requestid\` is taken for the key where there is no other. What signs in or out, proves an address or sets a password takes none, since answers that may hold tokens are never kept: whoever lost one signs in, or asks for another code. Without a sign-in a key belongs to the device that the header \`deviceId\` names, or else to the network address.
- \`RateLimit-Limit\`, \`RateLimit-Remaining\` and \`RateLimit-Reset\` say what is left of the limit that is nearest; a refusal for too much says in \`Retry-After\` when to come back.
- Lists go on with \`cursor\`: send the \`nextCursor\` of the page before.
- Ids are UUIDs and times are UTC; a day is one of the person’s own time zone, which the header \`timeZone\` tells.`,
  tags: {
    accounts: 'Signing up with a code, signing in, sessions and forgotten passwords.',
    profile: 'What a person says of themselves.',
    admins: 'Those who look after the app, signing in.',
    questionnaires: 'What people are asked of themselves, and what they answered.',
    stream: 'What happens now, as server-sent events.',
    notifications: 'What happened while one was away.',
    reminders: 'What rings, and when.',
    devices: 'Where push messages go.',
    system: 'Whether anybody is there.',
    files: 'Files that people and administrators send, and where to send them.',
    feelings: 'The words for feelings.',
    exercises: 'The catalogue: categories and exercises.',
    sessions: 'What a person practised, and how it felt.',
    goals: 'What a person sets out to do, day by day, and what becomes of it.',
    sync: 'What a phone kept while it had no network.',
    campaigns: 'Messages to many, by mail, push and in the app.',
    referrals: 'Whom people invited, and what it brought them.',
    subscriptions: 'What the app stores tell of purchases.',
    coach:
      'An automatic coach: what is written to it, how long it is kept, and where people help. Who asks with `Accept: text/event-stream` hears the reply as it is written: `message`, `words` as often as there are some, and at the end `answer` or `refusal` with the whole envelope.',
  },
}
