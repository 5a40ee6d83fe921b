// The nouns of each part of the server, in their order: each may know those above it, none below.
// Beside each stand the tables that it alone writes and locks.
export const nouns: Readonly<Record<Part, Readonly<Record<string, readonly string[]>>>> = {
  // The platform's folders serve one another as they need; what matters here is whose a table is.
  platform: {
    db: ['migration'],
    audit: ['audit'],
    identity: ['session', 'refresh_token', 'one_time_code', 'reset_token', 'attempt', 'known_device'],
    events: ['live_event'],
    mail: ['mail'],
    push: ['push_message'],
    media: ['upload'],
    payments: ['sandbox_customer', 'sandbox_setup_intent'],
    operation: ['idempotency', 'step'],
    inbox: ['inbox'],
  },
  marketplace: {
    trust: [],
    users: ['users', 'block', 'presence', 'name_word'],
    files: [],
    notifications: [
      'notification',
      'notification_actor',
      'broadcast',
      'broadcast_state',
      'broadcast_version',
      'inbox_change',
      'unread_count',
    ],
    accounts: ['consent', 'device_token'],
    payments: ['payment_customer', 'setup_intent'],
    stream: [],
    categories: ['category', 'make_model'],
    posts: [
      'post',
      'post_revision',
      'post_review',
      'post_baseline',
      'post_card',
      'post_card_source',
      'post_kin',
      'post_kin_price',
      'post_kin_change',
    ],
    filing: [],
    search: ['search_term', 'search_history'],
    collections: ['favourite', 'collection'],
    profiles: [],
    chat: ['chat_room', 'room_member', 'message', 'message_hidden'],
    sales: [],
    moderation: ['post_decision'],
    'purchase-tool': [
      'purchase_listing',
      'purchase_cost',
      'purchase_sale',
      'purchase_event',
      'purchase_total',
    ],
  },
  wellness: {
    system: [],
    content: ['static_content', 'consent'],
    questionnaire: [
      'question',
      'question_revision',
      'question_option',
      'instrument_version',
      'instrument_version_question',
    ],
    notifications: ['notification', 'preference'],
    devices: ['device'],
    accounts: ['users', 'sign_up_attempt', 'verification', 'zone_history', 'active_day'],
    admins: ['admin'],
    stream: [],
    feelings: [],
    subscriptions: ['store_purchase'],
    exercises: ['category', 'exercise'],
    sessions: ['session', 'session_request', 'exercise_practice', 'practice_day'],
    practice: [],
    campaigns: ['campaign', 'delivery', 'push', 'suppression'],
    profile: [],
  },
}

export type Part = 'platform' | 'marketplace' | 'wellness'

/** Tables of nouns further down that a noun reads all the same, and why it has to. */
export const readsAhead: readonly { noun: string; table: string; because: string }[] = [
  {
    noun: 'marketplace/posts',
    table: 'marketplace.favourite',
    because: 'a card says whether its reader saved the listing, in the statement that fetches it',
  },
  {
    noun: 'marketplace/posts',
    table: 'marketplace.chat_room',
    because: 'a listing names the chat that its reader has about it, in the statement that fetches it',
  },
]
