/** The words of the files that are no sounds, which come with them. */
import { lazyWords } from '../../../lib/lazy-words.ts'

export const useFileWords = lazyWords({
  'zh-CN': () => import('../../../locales/files/zh-CN.json'),
  'en-US': () => import('../../../locales/files/en-US.json'),
  'ja-JP': () => import('../../../locales/files/ja-JP.json'),
})
