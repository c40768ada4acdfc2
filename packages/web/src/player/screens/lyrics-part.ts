import { lazyPart } from '../../lib/lazy-part.ts'

/** The bar preloads it, and the full player shows it. */
export const LyricsPanel = lazyPart(() => import('./lyrics-panel.tsx').then(({ LyricsPanel }) => LyricsPanel))
