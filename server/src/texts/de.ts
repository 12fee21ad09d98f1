import type { Texts } from './texts.js'

export const german: Texts = {
  firstClient: 'Erster Zugang',
  mails: {
    verification: {
      subject: 'Bestätigen Sie Ihre E-Mail-Adresse',
      paragraphs: [
        'Guten Tag, mit diesem Link bestätigen Sie Ihre Adresse und melden sich bei Tallystick an. Er gilt eine Stunde.',
        'Wenn Sie kein Konto erstellt haben, ignorieren Sie diese Mail: Ohne den Link kann sich niemand anmelden.',
      ],
      link: 'Bestätigen und anmelden',
    },
    passwordReset: {
      subject: 'Wählen Sie ein neues Passwort',
      paragraphs: [
        'Guten Tag, mit diesem Link wählen Sie ein neues Passwort. Er gilt eine Stunde und nur einmal. Alle Sitzungen Ihres Kontos werden abgemeldet.',
        'Wenn Sie das nicht angefordert haben, ignorieren Sie diese Mail: Ihr Passwort bleibt unverändert.',
      ],
      link: 'Neues Passwort wählen',
    },
    alreadyRegistered: {
      subject: 'Sie haben bereits ein Konto',
      paragraphs: [
        'Guten Tag, gerade wollte jemand mit Ihrer Adresse ein Konto erstellen. Sie haben bereits eines: Melden Sie sich hier an. Wenn Sie Ihr Passwort vergessen haben, können Sie es dort zurücksetzen.',
        'Wenn Sie das nicht waren, ignorieren Sie diese Mail: Es hat sich nichts geändert.',
      ],
      link: 'Anmelden',
    },
    emailChange: {
      subject: 'Bestätigen Sie Ihre neue E-Mail-Adresse',
      paragraphs: [
        'Guten Tag, mit diesem Link übernehmen Sie diese Adresse für Ihr Konto bei Tallystick. Er gilt eine Stunde. Bis Sie bestätigen, ändert sich nichts.',
        'Wenn Sie das nicht angefordert haben, ignorieren Sie diese Mail: Ohne den Link bekommt kein Konto Ihre Adresse.',
      ],
      link: 'Neue Adresse bestätigen',
    },
    emailTaken: {
      subject: 'Zu Ihrer Adresse gibt es bereits ein Konto',
      paragraphs: [
        'Guten Tag, gerade wollte jemand Ihre Adresse für ein anderes Konto bei Tallystick verwenden. Sie gehört bereits zu einem Konto, deshalb hat sich nichts geändert.',
        'Wenn Sie das waren: Melden Sie sich bei dem Konto mit dieser Adresse an und ändern Sie zuerst dessen Adresse, oder löschen Sie es. Wenn nicht, ignorieren Sie diese Mail.',
      ],
      link: 'Anmelden',
    },
    emailKept: {
      subject: 'Ihre Adresse ist bis zum {day} reserviert',
      paragraphs: [
        'Guten Tag, gerade wollte jemand Ihre Adresse für ein Konto bei Tallystick verwenden. Sie gehörte bis vor Kurzem zu einem anderen Konto, das sie bis zum {day} zurückbekommen kann. Danach kann jedes Konto sie verwenden.',
        'Wenn Sie das nicht waren, ignorieren Sie diese Mail: Es hat sich nichts geändert.',
      ],
    },
    emailChanged: {
      subject: 'Die E-Mail-Adresse Ihres Kontos wurde geändert',
      paragraphs: [
        'Guten Tag, Ihr Konto bei Tallystick hat jetzt eine andere, bestätigte E-Mail-Adresse. Wenn Sie das nicht waren, machen Sie die Änderung bis zum {day} hier rückgängig: Das Konto bekommt diese Adresse zurück, alle Sitzungen werden abgemeldet, und Sie wählen ein neues Passwort.',
        'Wenn Sie es waren, ist nichts zu tun. Mails zu diesem Konto kommen nicht mehr hierher.',
      ],
      link: 'Änderung rückgängig machen',
    },
    emailRestored: {
      subject: 'Die Änderung Ihrer E-Mail-Adresse wurde rückgängig gemacht',
      paragraphs: [
        'Guten Tag, das Konto mit dieser Adresse hat wieder seine frühere: Die Änderung wurde mit dem Link rückgängig gemacht, den wir dorthin gesendet haben. Alle Sitzungen wurden abgemeldet, und das Passwort gilt nicht mehr.',
        'Wenn Ihnen das Konto gehört und Sie das nicht waren, liest jemand die Mails Ihrer früheren Adresse mit. Sichern Sie zuerst dieses Postfach und wählen Sie dann im Portal über „Passwort vergessen?“ ein neues Passwort.',
      ],
    },
    receipt: {
      subject: 'Ihre Stempel sind endgültig: {run}',
      paragraphs: [
        'Guten Tag {name}, die Stempel Ihres Vorgangs „{run}“ sind endgültig: Nichts kann sie mehr ersetzen.',
        'Gestempelte Dokumente: {stamped}. Ohne Stempel: {failed}. Begonnen am {time} (UTC), festgehalten auf {network}.',
        'Sie erhalten diese Mail, weil Sie das in Ihrem Profil so gewählt haben. Dort können Sie sie auch abschalten.',
      ],
      link: 'Vorgang anzeigen',
    },
    deletion: {
      subject: 'Ihr Konto wird am {day} gelöscht',
      paragraphs: [
        'Guten Tag {name}, wie gewünscht wird Ihr Konto am {day} gelöscht, mit allen Dateien, Stempeln und deren Details. Bis dahin ändert sich nichts, und Sie können die Löschung jederzeit zurücknehmen.',
        'Gespeicherte Nachweise bleiben gültig. Um die anderen zu erhalten, exportieren Sie vorher Ihre Daten.',
      ],
      link: 'Konto behalten',
    },
    webhookGone: {
      subject: 'Ihr Webhook bei {host} wurde ausgeschaltet',
      paragraphs: [
        'Guten Tag {name}, {host} hat mit 410 (Gone) geantwortet und möchte keine Zustellungen mehr. Ihr Webhook wurde ausgeschaltet.',
        'Wenn Sie ihn noch brauchen, schalten Sie ihn im Portal unter Webhooks wieder ein. Dort sehen Sie auch die Antworten und können Fehlgeschlagenes erneut senden.',
        'Ihre Stempel und Nachweise sind davon nicht betroffen.',
      ],
    },
    webhookFailing: {
      subject: 'Ihr Webhook bei {host} wurde ausgeschaltet',
      paragraphs: [
        'Guten Tag {name}, fünf Tage lang sind alle Zustellungen an {host} fehlgeschlagen. Ihr Webhook wurde ausgeschaltet.',
        'Wenn Sie ihn noch brauchen, schalten Sie ihn im Portal unter Webhooks wieder ein. Dort sehen Sie auch die Antworten und können Fehlgeschlagenes erneut senden.',
        'Ihre Stempel und Nachweise sind davon nicht betroffen.',
      ],
    },
  },
  pages: {
    front: {
      title: 'Tallystick: Nachweisen, dass ein Dokument genau so existierte',
      description:
        'Hält den Fingerabdruck eines Dokuments auf einer Blockchain fest. Später kann jeder prüfen, wann es existierte und dass nichts daran geändert wurde. Das Dokument bleibt bei Ihnen.',
    },
    verify: {
      title: 'Dokument prüfen · Tallystick',
      description:
        'Prüfen Sie, ob ein Dokument zu einem bestimmten Zeitpunkt existierte und unverändert ist. In Ihrem Browser, ohne Konto.',
    },
    shared: {
      confirmed:
        'Gestempelt. Existierte spätestens am {time}, nach Angabe von {host}. Unter dem Link prüfen Sie es mit Ihrer eigenen Kopie.',
      received: 'Eingegangen am {time}, nach Angabe von {host}. Unter dem Link prüfen Sie es mit Ihrer eigenen Kopie.',
    },
    docs: {
      title: 'API-Referenz · Tallystick',
      description: 'Alle Operationen dieses Dienstes, mit Code zum Kopieren und Ausprobieren.',
    },
    installed: { stamp: 'Dokumente stempeln', verify: 'Dokument prüfen' },
    missing: { title: 'Seite nicht gefunden · Tallystick', description: 'Unter dieser Adresse gibt es keine Seite.' },
    badge: {
      time: 'Existierte spätestens am {time}, nach Angabe von {host}',
      received: 'Eingegangen am {time}, nach Angabe von {host}',
      by: 'Gestempelt von {owner}',
      verify: 'Prüfen',
    },
  },
}
