import type { Module } from '../platform/operation/registry.ts'

/** What the API document says of the marketplace as a whole. */
export const about: Module['about'] = {
  description: `A classifieds marketplace: listings near people, and the talk about them.

- Whoever signs in gets an access token for 15 minutes, sent as \`Authorization: Bearer …\`, and a refresh token for the next one. Calls that sign in, refresh or prove something by other means look at no access token, so an expired one is not in their way.
- Every reply is \`{ status, statusCode, message, data }\`, that of a list with \`meta\` beside \`data\`; a refusal has \`data: null\` and \`error\` with a stable \`code\`, and names the \`fields\` that are wrong.
- A write that takes the header \`Idempotency-Key\` gives a repeat with the same key the first answer again, with \`Idempotency-Replayed: true\`; the same key with another request is refused with 422. The header \`requestid\` is taken for the key where there is no other. What opens an account, signs in or out, proves an address or sets a password takes none, since answers that may hold tokens are never kept: whoever lost one signs in, or asks for another code. Without a sign-in a key belongs to the device that the header \`deviceId\` names, or else to the network address.
- \`RateLimit-Limit\`, \`RateLimit-Remaining\` and \`RateLimit-Reset\` say what is left of the limit that is nearest; a refusal for too much says in \`Retry-After\` when to come back.
- Lists go on with \`cursor\`: send the \`nextCursor\` of the page before.
- Ids are UUIDs, times are UTC, prices are in major units with their currency, places are \`[longitude, latitude]\`.`,
  tags: {
    categories: 'What listings are filed under, and the fields that each kind of thing has.',
    chat: 'Talk between two people, mostly about a listing.',
    files: 'Pictures: a place to send them to, and what became of them.',
    users: 'Accounts, sessions, profiles and the people one meets.',
    invites: 'Links by which people bring others here.',
    notifications: 'What happened while one was away, and news from those who run the place.',
    stream: 'What happens now, as server-sent events.',
    posts: 'Listings: writing, finding, saving, selling and looking after them.',
    offers: 'Prices that buyers and sellers name each other, and what is kept for whom.',
    orders: 'What people buy from each other: from the payment to the receipt, and disputes about it.',
    reviews: 'What people say of each other after a deal, once both have said it.',
    wallet: 'What people have, what moved it, and receipts; the ledger behind it, which proves itself.',
    payments: 'Cards and what is paid with them.',
    subscriptions: 'Plans, trials and what they open.',
    payouts: 'Bank accounts, and what is paid out to them.',
    boosts: 'Places that a listing gets for money, and what they bring.',
    'user-figures': 'How many people there are, come and come back, for administrators.',
    moderation: 'What was reported, what was decided about it and why, and how to appeal.',
    support: 'Messages to those who run the place, and what people think of it.',
    'error-reports': 'What went wrong in the apps, alike reports as one.',
    'mailing-list': 'Mails for those who said yes to them, and how to get no more.',
    alerts: 'What every app is told at its start.',
    system: 'What holds for everybody: flags, limits and the like, set while the server runs.',
    'purchase-tool': 'A reseller’s book of what was bought and sold.',
  },
}
