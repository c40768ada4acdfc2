/** Messages of the command palette, the shortcut sheet and the selection bar. */
import { lazyWords } from '../lib/lazy-words.ts'

export const useCommandWords = lazyWords({
  'zh-CN': () => import('../locales/commands/zh-CN.json'),
  'en-US': () => import('../locales/commands/en-US.json'),
  'ja-JP': () => import('../locales/commands/ja-JP.json'),
})
