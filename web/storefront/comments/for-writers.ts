import { lazily, lazilyBeside } from '../../ui/lazy.tsx'

// Nobody needs these who only reads, so they are not fetched with the comments.
export const Composer = lazily(() => import('./composer.tsx'), 'Composer')
export const Waiting = lazilyBeside(() => import('./waiting.tsx'), 'Waiting')
