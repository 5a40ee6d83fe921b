import { newId } from '../../platform/ids.ts'
import type { FollowerNews } from '../notifications/public.ts'
import { inEachLanguage } from '../texts.ts'

/** What those hear who follow somebody whose birthday it is. */
export const birthdayNews = ({ id, name }: { id: string; name: string }, year: number): FollowerNews => ({
  id: newId(),
  authorId: id,
  of: { birthdayYear: year },
  title: inEachLanguage(({ birthday }) => birthday.ofFriend),
  message: name,
  postImage: '',
  action: {
    label: inEachLanguage(({ birthday }) => birthday.view),
    actionType: 'navigate',
    payload: { screen: 'Profile', id },
  },
})
