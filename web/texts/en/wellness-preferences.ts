/** What the page says on which somebody chooses what they are told. */
export const texts = {
  link: 'What you are told',
  back: 'Back to your account',
  title: 'Notifications',
  ways: 'How we reach you',
  channels: { inApp: 'In the app', push: 'Push', email: 'Mail' },
  kinds: 'What you are told',
  kindsHint: 'Codes and warnings about your account always reach you.',
  kind: 'Kind',
  choice: (kind: string, channel: string) => `${kind}: ${channel}`,
  names: {
    reminders: 'Reminders',
    goalUpdates: 'Goals and streaks',
    subscription: 'Your subscription',
    service: 'Answers and news about your account',
    marketing: 'News of the app',
  },
  quiet: 'Quiet hours',
  quietHint: (zone: string) =>
    `What comes in this time reaches your devices when it is over. Reminders ring at the time you chose. Your clock: ${zone}.`,
  quietOn: 'Keep quiet hours',
  from: 'From',
  to: 'Until',
}
