import { lazily } from '../../ui/lazy.tsx'

/** The dialog of places, fetched when a page that opens it is entered. */
export const PlaceDialog = lazily(() => import('./place-dialog.tsx'), 'PlaceDialog')
