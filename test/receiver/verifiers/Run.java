import java.util.Base64;
import java.util.Map;
import java.util.Scanner;

/** Answers each line of the standard input, a delivery as tab-separated fields, with true or false. */
final class Run {
  public static void main(String[] arguments) throws Exception {
    Scanner input = new Scanner(System.in, "UTF-8");
    while (input.hasNextLine()) {
      String[] given = input.nextLine().split("\t", -1);
      Map<String, String> headers =
          Map.of("x-webhook-id", given[1], "x-webhook-timestamp", given[2], "x-webhook-signature", given[3]);
      byte[] body = Base64.getDecoder().decode(given[4]);
      System.out.println(Verify.verify(given[0], headers, body, Long.parseLong(given[5])));
    }
  }
}
