/** The sentence shown for each error code, in each language the server speaks; `{wait}` is how long to wait. */
import type { ErrorCode } from '@koedana/contract/errors.ts'
import { defaultLocale, type Locale, locales } from '@koedana/contract/values.ts'

export const sentences: Readonly<Record<Locale, Readonly<Record<ErrorCode, string>>>> = {
  'en-US': {
    malformed: 'The request is malformed.',
    unauthenticated: 'Please log in again.',
    apiTokenInvalid:
      'This API token is invalid: it expired, was revoked or never existed. Create a new one in your account.',
    forbidden: 'You don’t have permission to do this.',
    apiTokenScope: 'This API token does not allow this action.',
    notFound: 'Not found.',
    methodNotAllowed: 'This action is not supported here.',
    timedOut: 'The request timed out.',
    conflict: 'Someone else changed this first. Reload and try again.',
    tooLarge: 'The content is too large.',
    addressTooLong: 'This address is too long.',
    unsupportedType: 'This content type is not supported.',
    rangeNotSatisfiable: 'The requested part of the file does not exist.',
    refused: 'The request was rejected.',
    folderUnreadable: 'This folder does not exist on the server, or cannot be read.',
    tooManyRequests: 'Too many requests. Please try again in {wait}.',
    headersTooLarge: 'The request headers are too large.',
    internal: 'Something went wrong on the server.',
    notReady: 'The server is starting. Please try again in {wait}.',
    storageAway: 'The storage with this file can’t be reached right now. Try again in {wait}.',
    databaseAway: 'The database is not responding. Try again in {wait}.',
    databaseDamaged:
      'The server’s database is corrupted and has to be repaired by the server operator. Try again in {wait}.',
    storageFull: 'The server’s disk is full. Nothing was changed.',
    accountDisabled: 'This account is disabled. An administrator can re-enable it.',
    registrationClosed: 'Registration is closed on this server.',
    guestsClosed: 'Guest accounts are disabled on this server.',
    foreignOrigin: 'The request came from another site and was rejected.',
    unknownHost: 'This server can’t be opened under this name. Use its own address.',
    usernameTaken: 'This username is taken. Choose another one.',
    lastAdministrator: 'This is the last administrator. Make someone else an administrator first.',
    wrongCredentials: 'Wrong username or password.',
    wrongPassword: 'The current password is wrong.',
    wrongSetupCode: 'The setup code is wrong. It is printed in the server log at startup.',
    keyRefused: 'This access key is invalid, used up or expired.',
    keyElsewhere: 'This access key is for another kind of device.',
    taskAtWork: 'A task of this kind is already running.',
    storageOff: 'This storage is switched off. Switch it on first.',
    driveRevoked: 'This drive has to be linked again.',
    taskEnded: 'This task has already ended.',
    cronRefused: 'This schedule would never run.',
    mergeRefused: 'These two cannot be merged.',
    appPasswordsFull: 'You have reached the limit of 50 app passwords. Revoke one first.',
    apiTokensFull: 'You have reached the limit of 50 API tokens. Revoke one first.',
    sharesFull: 'You have reached the limit of 50 shared links. Revoke one first.',
    playlistsFull: 'You have reached the limit of 100 playlists. Delete one first.',
    playlistFull: 'A playlist can have at most 1,000 items. Nothing was added.',
    tagsFull: 'You can have at most 500 tags, and 30 per work. Nothing was changed.',
    marketplaceOff: 'The marketplace is switched off in the settings of this server.',
    marketplaceBlocked:
      'The marketplace rejects this server. Its country or address may be blocked; an administrator can set a proxy in the settings.',
    marketplaceSilent: 'The marketplace is not responding. Try again in {wait}.',
    passwordSignInOff: 'Members log in only through the provider here. Administrators’ passwords still work.',
    providerOff: 'Single sign-on is currently disabled here.',
    providerRefused:
      'The provider’s response was rejected. Start over. If this keeps happening, an administrator can find the reason at /admin/system.',
    providerDenied: 'The login was canceled at the provider.',
    signInExpired:
      'This login took too long, has already ended, or was started in another browser or at another address. Start over.',
    signInAgain: 'Log in again first to confirm that it’s you.',
    passkeyRefused:
      'This passkey can’t be used here: it was removed, belongs to another address, or was not confirmed on the device. Log in with your password.',
    passkeyNotMade: 'This passkey can’t be saved. Try again, or use another device.',
    passkeysFull: 'You have reached the limit of 20 passkeys. Remove one first.',
    identityUnknown:
      'You don’t have an account here yet. If you do, log in with your password and link it on your account page; otherwise ask an administrator.',
    identityNotAllowed: 'The provider confirmed who you are, but you are in none of the groups allowed here.',
    identityTaken:
      'This login belongs to another account, or your account is already linked to another one from this provider.',
    lastWayIn: 'This is the only way to log in to your account. Set a password or link another login first.',
    providerAway: 'The provider can’t be reached right now. Password login still works. Try again in {wait}.',
  },
  'zh-CN': {
    malformed: '无法理解该请求。',
    unauthenticated: '请重新登录。',
    apiTokenInvalid: '此 API 令牌无效：已过期、已撤销或不存在。请在账户页面创建新的令牌。',
    forbidden: '你没有权限执行此操作。',
    apiTokenScope: '此 API 令牌无权执行此操作。',
    notFound: '找不到所请求的内容。',
    methodNotAllowed: '此处不支持该操作。',
    timedOut: '请求传输超时。',
    conflict: '内容已被他人更改，请刷新后重试。',
    tooLarge: '内容过大。',
    addressTooLong: '该地址过长。',
    unsupportedType: '不接受此类内容。',
    rangeNotSatisfiable: '文件中不存在这一部分。',
    refused: '该请求被拒绝。',
    folderUnreadable: '服务器上没有这个文件夹，或无法读取。',
    tooManyRequests: '请求过于频繁，请在 {wait}后重试。',
    headersTooLarge: '请求头过大。',
    internal: '服务器出现问题。',
    notReady: '服务器正在启动，请在 {wait}后重试。',
    storageAway: '该文件所在的存储位置暂时无法访问，请在 {wait}后重试。',
    databaseAway: '数据库暂时没有响应，请在 {wait}后重试。',
    databaseDamaged: '服务器的数据库已损坏，需由管理者修复，请在 {wait}后重试。',
    storageFull: '服务器的磁盘已满，没有作任何更改。',
    accountDisabled: '该账号已被停用，管理员可以重新启用。',
    registrationClosed: '本服务器不接受新账号。',
    guestsClosed: '本服务器不提供临时账号。',
    foreignOrigin: '该请求来自其他网站，已被拒绝。',
    unknownHost: '不能通过这个域名访问本服务器，请使用它自己的地址。',
    usernameTaken: '该用户名已被使用，请换一个。',
    lastAdministrator: '这是最后一位管理员，请先指定另一位管理员。',
    wrongCredentials: '用户名或密码错误。',
    wrongPassword: '当前密码错误。',
    wrongSetupCode: '设置码不正确。服务器启动时会显示在日志中。',
    keyRefused: '该注册密钥无效、已用完或已过期。',
    keyElsewhere: '该密钥不能在此处使用：它仅限其他类型的设备。',
    taskAtWork: '同类任务正在进行中。',
    storageOff: '该存储位置已停用，请先启用。',
    driveRevoked: '这个网盘需要重新关联。',
    taskEnded: '该任务已经结束。',
    cronRefused: '该计划永远不会执行。',
    mergeRefused: '这两项无法合并。',
    appPasswordsFull: '应用密码最多 50 个。请先撤销一个。',
    apiTokensFull: 'API 令牌最多 50 个。请先撤销一个。',
    sharesFull: '有效的分享链接最多 50 个。请先撤销一个。',
    playlistsFull: '播放列表最多 100 个。请先删除一个。',
    playlistFull: '每个播放列表最多 1,000 项。未添加任何内容。',
    tagsFull: '你最多可以有 500 个自己的标签，每部作品最多 30 个。没有任何更改。',
    marketplaceOff: '本服务器的设置中已关闭商店。',
    marketplaceBlocked: '商店拒绝了本服务器，它所在的国家或地址可能被限制。管理员可以在设置中配置代理。',
    marketplaceSilent: '商店暂时没有响应，请在 {wait}后重试。',
    passwordSignInOff: '此服务器的成员只能通过身份提供方登录。管理员的密码仍然有效。',
    providerOff: '目前不能通过身份提供方登录。',
    providerRefused: '身份提供方的响应未被接受。请重新登录；如仍不成功，管理员可在 /admin/system 查看原因。',
    providerDenied: '已在身份提供方处取消登录。',
    signInExpired: '此次登录耗时过长、已经结束，或是在其他浏览器或地址开始的。请重新开始。',
    signInAgain: '请先重新登录，以确认是你本人。',
    passkeyRefused: '这个通行密钥无法用于登录：它已被移除、属于其他地址，或没有在设备上验证。请用密码登录。',
    passkeyNotMade: '无法保存这个通行密钥。请重试，或换一台设备。',
    passkeysFull: '通行密钥最多 20 个。请先移除一个。',
    identityUnknown: '这里还没有你的账号。如果已有账号，请用密码登录后在账号页面关联；否则请联系管理员。',
    identityNotAllowed: '身份提供方已确认你的身份，但你不在允许登录的群组中。',
    identityTaken: '此身份属于另一个账号，或该账号已关联此提供方的其他身份。',
    lastWayIn: '这是登录你账号的唯一方式。请先设置密码或关联其他身份。',
    providerAway: '暂时无法连接身份提供方。密码登录照常可用。请在 {wait}后重试。',
  },
  'ja-JP': {
    malformed: 'リクエストを理解できませんでした。',
    unauthenticated: 'もう一度ログインしてください。',
    apiTokenInvalid:
      'この API トークンは無効です。期限切れか、取り消し済みか、存在しません。アカウントのページで新しく作成してください。',
    forbidden: 'この操作を行う権限がありません。',
    apiTokenScope: 'この API トークンでは、この操作はできません。',
    notFound: '何も見つかりませんでした。',
    methodNotAllowed: 'ここではこの操作はできません。',
    timedOut: 'リクエストの受信が時間内に終わりませんでした。',
    conflict: 'ほかの人が先に変更しました。再読み込みしてから、もう一度お試しください。',
    tooLarge: '内容が大きすぎます。',
    addressTooLong: 'アドレスが長すぎます。',
    unsupportedType: 'この種類の内容は受け付けられません。',
    rangeNotSatisfiable: 'ファイルにこの部分はありません。',
    refused: 'リクエストは拒否されました。',
    folderUnreadable: 'サーバーにこのフォルダーがないか、読み取れません。',
    tooManyRequests: 'リクエストが多すぎます。{wait}後にもう一度お試しください。',
    headersTooLarge: 'リクエストのヘッダーが大きすぎます。',
    internal: 'サーバーで問題が発生しました。',
    notReady: 'サーバーが起動中です。{wait}後にもう一度お試しください。',
    storageAway: 'このファイルの保存場所に現在接続できません。{wait}後にもう一度お試しください。',
    databaseAway: 'データベースが現在応答していません。{wait}後にもう一度お試しください。',
    databaseDamaged:
      'サーバーのデータベースが破損しています。管理者による修復が必要です。{wait}後にもう一度お試しください。',
    storageFull: 'サーバーのディスクがいっぱいです。何も変更されていません。',
    accountDisabled: 'このアカウントは無効になっています。管理者が再び有効にできます。',
    registrationClosed: 'このサーバーでは新しいアカウントを作成できません。',
    guestsClosed: 'このサーバーではゲストを受け付けていません。',
    foreignOrigin: '別のサイトからのリクエストなので拒否されました。',
    unknownHost: 'このサーバーはその名前では応答しません。本来のアドレスで開いてください。',
    usernameTaken: 'この名前はすでに使われています。別の名前を選んでください。',
    lastAdministrator: '最後の管理者です。先に別の人を管理者にしてください。',
    wrongCredentials: 'ユーザー名またはパスワードが違います。',
    wrongPassword: '現在のパスワードが違います。',
    wrongSetupCode: 'コードが違います。コードはサーバーの起動時に表示されています。',
    keyRefused: 'このキーは使えません。間違っているか、使い切られたか、期限切れです。',
    keyElsewhere: 'このキーはここでは使えません。別の種類の端末用です。',
    taskAtWork: '同じ種類のタスクがすでに実行中です。',
    storageOff: 'この保存場所はオフになっています。先にオンにしてください。',
    driveRevoked: 'このドライブはもう一度連携する必要があります。',
    taskEnded: 'このタスクはすでに終了しています。',
    cronRefused: 'このスケジュールは一度も実行されません。',
    mergeRefused: 'この 2 つは統合できません。',
    appPasswordsFull: 'アプリパスワードは 50 個までです。先にどれかを取り消してください。',
    apiTokensFull: 'API トークンは 50 個までです。先にどれかを取り消してください。',
    sharesFull: '有効な共有リンクは 50 個までです。先にどれかを取り消してください。',
    playlistsFull: 'プレイリストは 100 個までです。先にどれかを削除してください。',
    playlistFull: 'プレイリストに入れられるのは 1,000 件までです。何も追加していません。',
    tagsFull: '自分のタグは 500 個まで、作品ごとに 30 個までです。何も変更していません。',
    marketplaceOff: 'このサーバーの設定でマーケットはオフになっています。',
    marketplaceBlocked:
      'マーケットがこのサーバーを拒否しています。国またはアドレスが制限されている可能性があります。管理者は設定でプロキシを指定できます。',
    marketplaceSilent: 'マーケットが現在応答していません。{wait}後にもう一度お試しください。',
    passwordSignInOff:
      'メンバーは認証プロバイダーからのみログインできます。管理者のパスワードは引き続き有効です。',
    providerOff: '現在、認証プロバイダーによるログインはできません。',
    providerRefused:
      '認証プロバイダーの応答を受け入れられませんでした。もう一度やり直してください。続く場合は、管理者が /admin/system で理由を確認できます。',
    providerDenied: '認証プロバイダーでログインがキャンセルされました。',
    signInExpired:
      'このログインは時間がかかりすぎたか、終了したか、別のブラウザーまたはアドレスで始められました。もう一度やり直してください。',
    signInAgain: 'ご本人であることを確かめるため、先にもう一度ログインしてください。',
    passkeyRefused:
      'このパスキーではログインできません。削除されたか、別のアドレスのものか、端末で確認されませんでした。パスワードでログインしてください。',
    passkeyNotMade: 'このパスキーは保存できません。もう一度試すか、別の端末をお使いください。',
    passkeysFull: 'パスキーは 20 個までです。先にどれかを削除してください。',
    identityUnknown:
      'このサーバーにアカウントがまだありません。お持ちの場合は、パスワードでログインしてアカウントページで連携してください。お持ちでない場合は管理者にお問い合わせください。',
    identityNotAllowed: '認証プロバイダーで確認できましたが、利用を許可されたグループに入っていません。',
    identityTaken: 'この ID は別のアカウントのものか、アカウントがこのプロバイダーの別の ID と連携済みです。',
    lastWayIn:
      'このアカウントにログインできる唯一の方法です。先にパスワードを設定するか、別の ID と連携してください。',
    providerAway:
      '現在、認証プロバイダーに接続できません。パスワードでのログインは通常どおり使えます。{wait}後にもう一度お試しください。',
  },
}

/** Returns the language of an `Accept-Language` header in which errors are explained. */
export const localeOf = (acceptLanguage: string | undefined): Locale =>
  acceptedLocaleOf(acceptLanguage) ?? defaultLocale

/** Returns the first language of an `Accept-Language` header that the server has texts in: the exact tag, then the language. */
export function acceptedLocaleOf(acceptLanguage: string | undefined): Locale | undefined {
  for (const tag of preferredTags(acceptLanguage ?? '')) {
    const exact = locales.find((locale) => locale.toLowerCase() === tag)
    const near = locales.find((locale) => locale.slice(0, 2) === tag.slice(0, 2))
    if (exact ?? near) return exact ?? near
  }
  return undefined
}

/** Lower-case tags, best first (RFC 9110 section 12.5.4). A header of any length costs at most 20 tags. */
function preferredTags(header: string): string[] {
  return header
    .slice(0, 400)
    .split(',', 20)
    .map((part) => {
      const [tag = '', weight] = part
        .trim()
        .toLowerCase()
        .split(/;\s*q=/)
      return { tag, weight: weight === undefined ? 1 : Number(weight) || 0 }
    })
    .filter(({ tag, weight }) => tag !== '' && weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag)
}
