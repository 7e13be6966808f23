// The restriction type that an app gets when it switches on restrictions for withdrawn consent: texts in every language.
import { reasonsOf, type TypeDefinition } from '../restriction/rules.ts';

/** Reasons have at most 200 bytes each. */
export const CONSENT_TYPE: TypeDefinition = {
  type_status: 'O',
  type_name: '보호자 동의 철회',
  type_en_name: 'Consent withdrawn',
  reasons: reasonsOf({
    ko: '보호자가 이 앱의 이용 동의를 철회하여 이용이 제한되었습니다. 보호자에게 문의해 주세요.',
    en: 'Your access is restricted because a parent or guardian has withdrawn consent for this app. Please ask them.',
    ja: '保護者がこのアプリの利用への同意を取り消したため、ご利用を制限しています。',
    'zh-hans': '由于家长或监护人撤回了对此应用的同意，您的账号已被限制使用。请与家长联系。',
    'zh-hant': '由於家長或監護人撤回了對此應用程式的同意，您的帳號已被限制使用。請與家長聯絡。',
    de: 'Dein Zugang ist eingeschränkt, weil ein Elternteil die Zustimmung zu dieser App widerrufen hat. Bitte frage deine Eltern.',
    fr: 'Votre accès est limité : un parent ou tuteur a retiré son accord pour cette appli. Parlez-lui-en.',
    ru: 'Доступ ограничен: родитель или опекун отозвал согласие на использование приложения.',
    es: 'Tu acceso está restringido porque tu padre, madre o tutor retiró el consentimiento para esta app. Habla con ellos.',
    pt: 'Seu acesso está restrito porque um responsável retirou o consentimento para este app. Fale com ele.',
    id: 'Akses Anda dibatasi karena orang tua atau wali mencabut persetujuan untuk aplikasi ini. Silakan hubungi mereka.',
    th: 'จำกัดการใช้งานเนื่องจากผู้ปกครองถอนความยินยอม',
    vi: 'Tài khoản bị hạn chế vì phụ huynh hoặc người giám hộ đã rút lại sự đồng ý cho ứng dụng này.',
    it: 'Il tuo accesso è limitato perché un genitore o tutore ha revocato il consenso per questa app. Chiedi a lui.',
    tr: 'Ebeveyniniz veya vasiniz bu uygulama için onayını geri çektiğinden erişiminiz kısıtlandı. Lütfen ona danışın.',
    ar: 'تم تقييد وصولك لأن أحد الوالدين أو الوصي سحب موافقته على هذا التطبيق.',
    tl: 'Limitado ang iyong access dahil binawi ng magulang o tagapag-alaga ang pahintulot sa app na ito. Kausapin sila.',
  }),
};
