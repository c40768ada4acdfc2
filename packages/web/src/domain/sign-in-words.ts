/** The words of signing in by a provider, for those who do and for those who set it up. */
import { lazyWords } from '../lib/lazy-words.ts'

export const useSignInWords = lazyWords({
  'zh-CN': () => import('../locales/sign-in/zh-CN.json'),
  'en-US': () => import('../locales/sign-in/en-US.json'),
  'ja-JP': () => import('../locales/sign-in/ja-JP.json'),
})
