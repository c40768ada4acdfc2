import { lazyWords } from '../../../lib/lazy-words.ts'

export const useDriveWords = lazyWords({
  'zh-CN': () => import('../../../locales/drives/zh-CN.json'),
  'en-US': () => import('../../../locales/drives/en-US.json'),
  'ja-JP': () => import('../../../locales/drives/ja-JP.json'),
})
