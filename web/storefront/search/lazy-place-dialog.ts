import { lazilyThemed } from '../../ui/lazy.tsx'

/** The dialog of places, fetched when a page that opens it is entered. */
export const PlaceDialog = lazilyThemed(() => import('./place-dialog.tsx'), 'PlaceDialog')
