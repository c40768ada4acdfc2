import { lazyWords } from '../../../lib/lazy-words.ts'

export const useMarkWords = lazyWords({
  'zh-CN': () => import('../../../locales/marks/zh-CN.json'),
  'en-US': () => import('../../../locales/marks/en-US.json'),
  'ja-JP': () => import('../../../locales/marks/ja-JP.json'),
})
