// Messages of the first steps of an app.
import { defineMessages } from '../i18n/messages.ts';

export const useMessages = defineMessages({
  en: {
    title: 'First steps',
    about: (app: string) => `What ${app} still needs before it is fully set up.`,
    progress: (done: number, all: number) => `${done} of ${all}`,
    app: 'Create an app',
    key: 'Create a certification key',
    keyAbout: 'App servers use it to call the restriction API.',
    client: 'Create an OAuth client',
    clientAbout: 'App servers use it to get tokens for the purchase API.',
    type: 'Create a restriction type',
    typeAbout: 'The reason for a restriction, with the text players read.',
    market: 'Connect a market',
    marketAbout: 'App Store, Google Play, Steam or a payment gateway.',
    server: 'Connect the game server',
    serverAbout: 'Tollgate notifies it of every restriction.',
  },
  ko: {
    title: '시작하기',
    about: (app) => `${app} 설정을 마치기까지 남은 단계입니다.`,
    progress: (done, all) => `${all}단계 중 ${done}단계 완료`,
    app: '앱 만들기',
    key: '인증 키 발급',
    keyAbout: '앱 서버가 이용 제한 API를 호출할 때 사용합니다.',
    client: 'OAuth 클라이언트 만들기',
    clientAbout: '앱 서버가 구매 API용 토큰을 받을 때 사용합니다.',
    type: '제한 유형 등록',
    typeAbout: '플레이어를 제한하는 사유와 플레이어가 볼 문구입니다.',
    market: '마켓 설정',
    marketAbout: 'App Store, Google Play, Steam 또는 결제 대행사(PG)를 설정합니다.',
    server: '게임 서버 연결',
    serverAbout: '이용 제한이 등록되면 바로 게임 서버에 알립니다.',
  },
});
