// Messages of store notifications.
import { defineMessages } from '../../i18n/messages.ts';

export const useMessages = defineMessages({
  en: {
    title: 'Store notifications',
    about: 'Notifications received from the stores: renewals, refunds, revocations. Newest first.',
    any: 'Any state',
    applied: 'Applied',
    kept: 'No effect',
    keptMeans: 'Recorded. Notifications of this type change nothing.',
    received: 'Received',
    said: 'Sent by the store',
    notice: 'Notification',
    showOf: (id: string) => `Show ${id}`,
    replay: 'Apply again',
    replayed: 'Applying the notification again.',
    replayAbout:
      'Applies the recorded notification again. Changes it already made are not made twice.',
    decoded: 'Contents',
    raw: 'Raw',
    none: 'No notifications yet',
    noneAbout:
      'Register the notification URL with each market: in App Store Connect, in a Pub/Sub push subscription for Google Play, or as a webhook of the payment gateway. The market settings show the URLs.',
    notFound: 'No notifications in this state',
    notFoundAbout: 'Choose another state.',
  },
  ko: {
    title: '마켓 알림',
    about: '갱신, 환불, 취소처럼 마켓이 스스로 알려 온 내용을 최신순으로 보여 줍니다.',
    any: '모든 상태',
    applied: '적용됨',
    kept: '변경 없음',
    keptMeans: '기록만 하며 아무것도 바꾸지 않는 종류입니다.',
    received: '수신 시각',
    said: '마켓 시각',
    notice: '알림',
    showOf: (id) => `${id} 보기`,
    replay: '다시 적용',
    replayed: '알림을 다시 적용합니다.',
    replayAbout: '기록된 알림을 그대로 다시 적용합니다. 이미 바뀐 내용은 두 번 바뀌지 않습니다.',
    decoded: '내용',
    raw: '원본',
    none: '아직 알림이 없습니다',
    noneAbout:
      '각 마켓에 알림을 보낼 주소를 등록하세요. App Store Connect, Google Play의 Pub/Sub 푸시 구독, PG 웹훅에 등록할 주소는 마켓 설정에 있습니다.',
    notFound: '이 상태의 알림이 없습니다',
    notFoundAbout: '다른 상태를 선택하면 나머지를 볼 수 있습니다.',
  },
});
