/** Messages of a storage test for each step, with what to do about it, in each language of the server. */
import type { Locale } from '@koedana/contract/values.ts'

const english = {
  reached: 'The server can reach it.',
  timedOut: 'There was no answer in time. Is the other machine on, and the address right?',
  unavailable: 'It cannot be reached. Is the disk connected, or the other machine on?',
  rateLimited: 'It asks us to wait. Try again in a few minutes.',
  nameUnknown: 'No machine has this name. Check the spelling of the address.',
  connectionRefused:
    'The machine is there, but nothing answers at this port. Check the port, and whether the service runs.',
  certificateWrong:
    'Its certificate is not valid. Renew it there, or use the name the certificate was made for.',
  privateAddress:
    'This address is on a private network. If it is your own, tick “This host is on my own network” and test again.',
  addressRefused:
    'The server does not connect to this address. Use one that begins with https:// or http://, without a password in it.',
  signedIn: 'Signing in worked.',
  noSignIn: 'Nobody has to sign in here.',
  credentialsWrong: 'It does not accept the name or the secret. Check both, and what this account may read.',
  listed: 'The folder can be listed.',
  empty: 'The folder can be listed, and is empty. Put works into it before the first scan.',
  noFolder: 'There is no such folder. Check the path.',
  forbidden:
    'The folder is there, but this server may not read it. Give its user the right to read and enter it.',
  notStorage: 'Something answers, but not as a storage of this kind does. Check the address, and the kind.',
  read: 'A part of a file was read.',
  nothingToRead: 'No file was found to try reading.',
  fileForbidden: 'Files are listed, but may not be read. Give this server or account the right to read them.',
  fileUnreadable:
    'Files are listed, but reading a part of one failed. Try again, and see whether the storage allows parts of files to be read.',
  notTried: 'Not tried, since a step before it failed.',
} as const

export type Finding = keyof typeof english

export const findings: Readonly<Record<Locale, Readonly<Record<Finding, string>>>> = {
  'en-US': english,
  'zh-CN': {
    reached: '服务器可以连接到它。',
    timedOut: '没有及时得到响应。请检查对方机器是否开机，地址是否正确。',
    unavailable: '无法连接。请检查磁盘是否已连接，或对方机器是否开机。',
    rateLimited: '对方要求稍候。请过几分钟再试。',
    nameUnknown: '找不到这个名称的机器。请检查地址的拼写。',
    connectionRefused: '机器在线，但该端口没有响应。请检查端口，以及服务是否在运行。',
    certificateWrong: '对方的证书无效。请在那边更新证书，或改用证书所对应的名称。',
    privateAddress: '这是内网地址。如果这是你自己的网络，请勾选“这台主机在我自己的网络中”后再测试。',
    addressRefused: '服务器不会连接这个地址。请使用以 https:// 或 http:// 开头、且不含密码的地址。',
    signedIn: '登录成功。',
    noSignIn: '这里无需登录。',
    credentialsWrong: '对方不接受这个用户名或密钥。请检查两者，以及该账号的读取权限。',
    listed: '可以列出文件夹内容。',
    empty: '可以列出文件夹内容，但里面是空的。请先放入作品再扫描。',
    noFolder: '没有这个文件夹。请检查路径。',
    forbidden: '文件夹存在，但服务器无权读取。请给运行服务器的用户读取和进入的权限。',
    notStorage: '有响应，但不像这种类型的存储位置。请检查地址和类型。',
    read: '已读取某个文件的一部分。',
    nothingToRead: '没有找到可以试读的文件。',
    fileForbidden: '能列出文件，但无权读取。请给服务器或该账号读取权限。',
    fileUnreadable: '能列出文件，但读取其中一部分时失败。请重试，并确认该存储位置允许分段读取。',
    notTried: '因前面的步骤失败，未尝试。',
  },
  'ja-JP': {
    reached: 'サーバーから接続できます。',
    timedOut: '時間内に応答がありませんでした。相手の機器の電源とアドレスを確認してください。',
    unavailable: '接続できません。ディスクがつながっているか、相手の機器が動いているか確認してください。',
    rateLimited: '相手から待つように求められました。数分後にもう一度お試しください。',
    nameUnknown: 'この名前の機器は見つかりません。アドレスのつづりを確認してください。',
    connectionRefused:
      '機器は見つかりましたが、このポートは応答しません。ポート番号と、サービスが動いているかを確認してください。',
    certificateWrong:
      '証明書が有効ではありません。相手側で更新するか、証明書に記された名前を使ってください。',
    privateAddress:
      'これはプライベートネットワークのアドレスです。自分のネットワークなら「このホストは自分のネットワークにある」にチェックを入れて、もう一度テストしてください。',
    addressRefused:
      'サーバーはこのアドレスには接続しません。https:// または http:// で始まり、パスワードを含まないアドレスを使ってください。',
    signedIn: 'サインインできました。',
    noSignIn: 'ここではサインインは不要です。',
    credentialsWrong:
      'ユーザー名またはシークレットが受け付けられませんでした。両方と、このアカウントの読み取り権限を確認してください。',
    listed: 'フォルダーの一覧を取得できます。',
    empty: 'フォルダーの一覧を取得できますが、中は空です。最初のスキャンの前に作品を入れてください。',
    noFolder: 'そのフォルダーはありません。パスを確認してください。',
    forbidden:
      'フォルダーはありますが、このサーバーには読み取る権限がありません。サーバーを動かしているユーザーに、読み取りと移動の権限を与えてください。',
    notStorage: '応答はありますが、この種類の保存場所ではないようです。アドレスと種類を確認してください。',
    read: 'ファイルの一部を読み取れました。',
    nothingToRead: '試しに読み取れるファイルが見つかりませんでした。',
    fileForbidden:
      'ファイルの一覧は見えますが、読み取る権限がありません。このサーバーまたはアカウントに読み取り権限を与えてください。',
    fileUnreadable:
      'ファイルの一覧は見えますが、一部の読み取りに失敗しました。もう一度試し、保存場所が部分的な読み取りを許しているか確認してください。',
    notTried: '前の手順が失敗したため、試していません。',
  },
}
