import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

final class Verify {
  /** Tells whether Signalbox has signed these bytes within five minutes of `now`, in seconds. Names are in lower case. */
  static boolean verify(String secret, Map<String, String> headers, byte[] body, long now)
      throws GeneralSecurityException {
    String sent = headers.getOrDefault("x-webhook-timestamp", "");
    if (!sent.matches("[0-9]{1,12}") || Math.abs(now - Long.parseLong(sent)) > 300) return false;
    byte[] key = Base64.getDecoder().decode(secret.replaceFirst("^whsec_", ""));
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(key, "HmacSHA256"));
    mac.update((headers.getOrDefault("x-webhook-id", "") + "." + sent + ".").getBytes(StandardCharsets.UTF_8));
    byte[] expected = ("v1," + Base64.getEncoder().encodeToString(mac.doFinal(body))).getBytes(StandardCharsets.UTF_8);
    String shown = headers.getOrDefault("x-webhook-signature", "");
    return Arrays.stream(shown.split(" "))
        .anyMatch(each -> MessageDigest.isEqual(expected, each.getBytes(StandardCharsets.UTF_8)));
  }
}
